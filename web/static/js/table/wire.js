// 连线: asks the table's server, records taps so that each counts once, and listens for news.
//
// A tap is kept on this phone with its key until the server has answered for it. After a lost connection, a
// restart or a killed browser it is sent again with the same key, which the server counts once.

import { ask as request, json, Refused } from "../api.js";
import { changed, keep, kept, now, root, setOnline, setView, table } from "./state.js";

const RETRY = 2000;
const SILENCE = 8000;
const BROKEN = 500; // something broke on the server: it may break again
const TRIES = 5;

let outbox = kept("outbox", []); // {path, body, label, draft, expected: number | null (after the one before)}
let sending = false;
let broke = 0; // times in a row that the server broke on the first tap
let refused = null; // {label, problem, taps, draft, verb} of the last tap that was not recorded
let answered = () => {};

/** Taps that no answer has come for. */
export const waiting = () => outbox;

/** The last tap that the server refused, for a notice. */
export const refusal = () => refused;

/** Be told each answer to a tap. */
export const whenAnswered = (listener) => (answered = listener);

/** Ask the table's server. */
export const ask = (path, body) =>
  request(`tables/${table}${path}`, { signal: AbortSignal.timeout(SILENCE), ...(body === undefined ? {} : json(body)) });

const timers = new Map(); // what is to be asked again, by name

/** Ask again a little later, where a question had no answer because the server could not be reached or broke. */
export function later(name, { problem, status }, again) {
  if (problem.code !== "offline" && !(status >= BROKEN)) return;
  clearTimeout(timers.get(name));
  timers.set(name, setTimeout(again, RETRY));
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(36)).join("").slice(0, 20);

/** Record something: `taps` is a list of `{path, body, draft}`, each following the one before. `draft` names what was
 * told with much work and is forgotten only once it is recorded. */
export const tell = (label, ...taps) => send(label, taps, now().records);

/** Record events, in the form of the record, by somebody who has seen so many records. */
export const tellEvents = (label, events, seen, draft = null) =>
  send(label, events.map((event) => ({ path: "/events", body: { event }, draft })), seen);

function send(label, taps, seen) {
  if (outbox.length) return;
  refused = null;
  outbox = taps.map(({ path, body, draft = null }, at) => ({
    path,
    body: { ...body, key: newKey() },
    label,
    draft,
    expected: at === 0 ? seen : null,
  }));
  keep("outbox", outbox);
  changed();
  flush();
}

/** Send again what was refused because somebody else was first. */
export function tellAgain() {
  if (!refused) return;
  const { label, taps } = refused;
  tell(label, ...taps);
}

/** Put the notice of a refusal away. */
export function forgive() {
  refused = null;
  changed();
}

/** Show that something could not be done. */
export function complain(label, problem) {
  refused = { label, problem, taps: [], draft: null, verb: "没成" };
  changed();
}

/** Send what waits, in order. */
async function flush() {
  if (sending) return;
  sending = true;
  try {
    while (outbox.length && (await sendFirst()));
  } finally {
    sending = false;
    changed();
  }
}

async function sendFirst() {
  const [tap] = outbox;
  try {
    const form = await ask(tap.path, { ...tap.body, expected: tap.expected });
    outbox = outbox.slice(1);
    if (outbox.length && outbox[0].expected === null) outbox[0].expected = form.seq + 1;
    keep("outbox", outbox);
    broke = 0;
    setView(form);
    answered(form, tap);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === BROKEN) broke += 1;
    if (error.problem.code === "offline" || (error.status >= 500 && broke < TRIES) || error.status === 429) {
      setTimeout(flush, RETRY);
      return false;
    }
    broke = 0;
    if (error.status === 401) gone();
    const taps = outbox.map(({ path, body, draft }) => ({ path, body, draft }));
    const again = error.problem.code === "conflict" || error.status === BROKEN;
    refused = { label: tap.label, problem: error.problem, taps: again ? taps : [], draft: tap.draft, verb: "没记上" };
    outbox = [];
    keep("outbox", outbox);
    if (error.status === 409) refresh();
    return false;
  }
}

/** Change the table's settings, or anything else that needs no place in the log. */
export async function change(label, path, body) {
  try {
    refused = null;
    const form = await ask(path, body);
    if (form.table) setView(form);
    else await refresh();
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    complain(label, error.problem);
    return false;
  }
}

/** Look at the table anew. */
export async function refresh() {
  try {
    setView(await ask(""));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if ([401, 404].includes(error.status)) gone();
  }
}

/** Go where a place at this table can be taken anew. */
function gone() {
  const { join } = document.body.dataset;
  location.assign(now() ? `${join}/${now().table.code}` : join);
}

// the live stream

let stream = null;
let reopening = null;
let told = () => {};

/** Be told what is new: `told(news, view)`. */
export const whenTold = (listener) => (told = listener);

/** Open the stream; the browser comes back by itself, and we where it gives up. */
function listen() {
  clearTimeout(reopening);
  stream?.close();
  const last = now()?.stamp;
  stream = new EventSource(`${root}/stream${last ? `?last=${last}` : ""}`);
  stream.addEventListener("open", () => {
    setOnline(true);
    flush();
  });
  stream.addEventListener("change", (message) => {
    const view = JSON.parse(message.data);
    setOnline(true);
    setView(view, true);
    told(view.news ?? [], view);
  });
  stream.addEventListener("gone", gone);
  stream.addEventListener("error", () => {
    setOnline(false);
    if (stream.readyState === EventSource.CLOSED) {
      reopening = setTimeout(() => refresh().then(listen), RETRY);
    }
  });
}

function pause() {
  clearTimeout(reopening);
  stream?.close();
  stream = null;
}

/** A hidden page holds no connection (a browser has six for each host); seen again it catches up. */
export function start() {
  listen();
  flush();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) pause();
    else {
      refresh();
      listen();
      flush();
    }
  });
  window.addEventListener("online", () => {
    listen();
    flush();
  });
  window.addEventListener("offline", () => setOnline(false));
  window.addEventListener("pagehide", pause);
  window.addEventListener("pageshow", (event) => event.persisted && listen());
}
