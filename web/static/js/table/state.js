// 牌桌: what the page knows of its table, and what it keeps on this phone so that nothing is lost when the
// browser is ended, as some phones do while their camera is open.

/** The id of the table of this page. */
export const table = document.body.dataset.table;

/** Where the server answers for it. */
export const root = `${document.body.dataset.api}tables/${table}`;

const listeners = [];
let view = null;
let online = null; // not known before the first try

/** The last view of the table, null before the first. */
export const now = () => view;

/** Whether the live connection stands, as far as is known. */
export const isOnline = () => online !== false;

/** Call a function whenever something has changed. */
export const whenChanged = (listener) => listeners.push(listener);

/** Tell everybody who draws something. */
export function changed() {
  for (const listener of listeners) listener();
}

const glances = ({ stamp }) => Number(stamp.split(".")[1] ?? 0); // how often the camera has said something

// the live connection tells things in their order, and what the camera said is counted anew once the server was started again
const late = (next, live) =>
  next.records < view.records || next.table.version < view.table.version || (!live && next.records === view.records && glances(next) < glances(view));

/** Take a newer view over; an answer that comes late is left alone. `live`: the live connection brought it. */
export function setView(next, live = false) {
  if (view && late(next, live)) return;
  view = next;
  changed();
}

/** The connection came or went. */
export function setOnline(value) {
  if (online === value) return;
  online = value;
  changed();
}

const name = (key) => `tangzi.table.${table}.${key}`;

/** What was kept under a name on this phone. */
export function kept(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name(key))) ?? fallback;
  } catch {
    return fallback; // no storage in this browser, or something else lies there
  }
}

/** Keep something on this phone; null forgets it. */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(name(key));
    else localStorage.setItem(name(key), JSON.stringify(value));
  } catch {
    // a private window may refuse; the page works without
  }
}

/** Who may record: the players and the host. */
export const mayTell = () => ["host", "player"].includes(view?.me.role);

export const isHost = () => view?.me.role === "host";

/** The running or last round, null before the first. */
export const round = () => view?.round ?? null;

/** Whether a round is being played. */
export const playing = () => Boolean(view?.round && !view.round.finished);

/** The seats in play order, the own one first. */
export function seatOrder() {
  const seats = view?.round?.seats ?? [];
  const first = view?.me.seat ?? 0;
  return seats.map((_, at) => seats[(first + at) % seats.length]);
}

/** Whether nothing of the hand was recorded: a self-draw may then be 天胡 or 地胡, or come after much play. */
export const untouched = () =>
  (view?.round?.seats ?? []).every(({ discards, melds }) => !discards.length && !melds.length) && !view?.round?.winners.length && !view?.round?.lines.some(({ event }) => event?.kind === "gap");

/** The seats that play on. */
export const seatsIn = () => (view?.round?.seats ?? []).filter((one) => one.status === "in");
