// 服务: asks the program on this machine. Nothing is asked anywhere else.

const root = document.body.dataset.api;

/** What the server refused, as `{code, message}`. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(root + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ code: "offline", message: "tangzi does not answer: see that the program still runs." });
  }
  const form = await answer.json().catch(() => ({}));
  if (!answer.ok || form.error) {
    throw new Refused(form.error ?? { code: "http_error", message: `The server answered ${answer.status}.` });
  }
  return form;
}

/** The rule sets and their keys. */
export const getRules = () => ask("rules");

/** The hand form of what the player has told. */
export function postHand(body, signal) {
  const headers = { "Content-Type": "application/json" };
  return ask("hand", { method: "POST", headers, body: JSON.stringify(body), signal });
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
  const headers = { "Content-Type": "application/json" };
  return ask("tilesets/forget", { method: "POST", headers, body: JSON.stringify({ set: name }) });
}
