// 服务: asks the program on this machine. Nothing is asked anywhere else.

const root = document.body.dataset.api;

const OFFLINE = { code: "offline", zh: "连不上堂子：请确认电脑上的程序还开着。", message: "tangzi does not answer: see that the program still runs." };

/** What the server refused, as `{code, message}`, with its HTTP status; or that it does not answer. */
export class Refused extends Error {
  constructor(problem, status) {
    super(problem.message);
    this.problem = problem;
    this.status = status;
  }
}

/** Ask the server, and give its JSON; throws what it refused. */
export async function ask(path, options = {}) {
  let answer;
  let form = {};
  try {
    answer = await fetch(root + path, options);
    form = await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    if (!answer || answer.ok) throw new Refused(OFFLINE);
  }
  if (!answer.ok || form.error) {
    throw new Refused(form.error ?? { code: "http_error", message: `The server answered ${answer.status}.` }, answer.status);
  }
  return form;
}

/** On every request that changes what is kept: it shows that our own page asks. */
export const OWN = { "X-Tangzi": "1" };

/** The options of a request that sends JSON. */
export const json = (body) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...OWN },
  body: JSON.stringify(body),
});

/** The rule sets and their keys. */
export const getRules = () => ask("rules");

/** The hand form of what the player has told. */
export function postHand(body, signal) {
  return ask("hand", { ...json(body), signal });
}

/** The scan form of a photo, read with a learnt tile set where one is named. */
export function postScan(photo, name, signal, tileset = "") {
  const body = new FormData();
  body.append("photo", photo, name);
  if (tileset) body.append("tileset", tileset);
  return ask("scan", { method: "POST", body, signal });
}

/** The hands of one to four photos, as they lie apart. */
export function postHands(photos) {
  const body = new FormData();
  for (const photo of photos) body.append("photo", photo, photo.name || "photo");
  return ask("hands", { method: "POST", body });
}

/** The learnt tile sets. */
export const getSets = () => ask("tilesets");

/** What a photo of a tile set shows. */
export function postLook(photo) {
  const body = new FormData();
  body.append("photo", photo, photo.name || "photo");
  return ask("tilesets/look", { method: "POST", body });
}

/** Learn a set: for each photo the tiles told, `{box, tile}`. */
export function postSet(name, photos, labels) {
  const body = new FormData();
  body.append("name", name);
  for (const photo of photos) body.append("photo", photo, photo.name || "photo");
  body.append("labels", JSON.stringify(labels));
  return ask("tilesets", { method: "POST", body });
}

/** Add corrected tiles of a photo to a set. */
export function postCorrections(tileset, photo, labels) {
  const body = new FormData();
  body.append("tileset", tileset);
  body.append("photo", photo, photo.name || "photo");
  body.append("labels", JSON.stringify([labels]));
  return ask("tilesets/corrections", { method: "POST", body });
}

/** Forget a set. */
export function removeSet(name) {
  return ask("tilesets/forget", json({ set: name }));
}
