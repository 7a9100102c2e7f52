// 牌局: what the player has told the page. Kept in localStorage, because a phone may end the browser while
// its camera is open. Photos are never kept.

const STORE = "tangzi.hand.1";
const UNDO_STEPS = 40;
const ORDER = "mps";

/** Nothing told yet; `tiles` are the concealed ones, each with an id that a box in the photo may share. */
const EMPTY = { tiles: [], melds: [], seen: [], rules: "", set: {}, void: "", next: 1 };

let state = load();
const undo = [];
const listeners = [];

function load() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    if (kept && Array.isArray(kept.tiles) && Array.isArray(kept.melds) && Array.isArray(kept.seen)) {
      return { ...EMPTY, ...kept };
    }
  } catch {
    // no storage in this browser, or something else lies there: start empty
  }
  return structuredClone(EMPTY);
}

function keep() {
  try {
    localStorage.setItem(STORE, JSON.stringify(state));
  } catch {
    // a private window may refuse; the page works without
  }
}

/** What the player has told. Only `change` may change it. */
export const told = () => state;

/** Call a function whenever something was told. */
export const whenTold = (listener) => listeners.push(listener);

export const canUndo = () => undo.length > 0;

/** Change what was told: `edit` gets a copy to change. */
export function change(edit) {
  const before = JSON.stringify(state);
  const copy = structuredClone(state);
  edit(copy);
  copy.tiles.sort((a, b) => rank(a.tile) - rank(b.tile));
  copy.seen.sort((a, b) => rank(a) - rank(b));
  if (JSON.stringify(copy) === before) return;
  undo.push(before);
  if (undo.length > UNDO_STEPS) undo.shift();
  state = copy;
  keep();
  listeners.forEach((listener) => listener());
}

/** Take the last change back. */
export function takeBack() {
  if (!undo.length) return;
  state = JSON.parse(undo.pop());
  keep();
  listeners.forEach((listener) => listener());
}

const rank = (tile) => (tile === "?" ? 99 : ORDER.indexOf(tile[1]) * 10 + Number(tile[0]));

/** Put a tile into the hand; gives the id it got. */
export function put(copy, tile) {
  const id = copy.next;
  copy.next += 1;
  copy.tiles.push({ id, tile });
  return id;
}

/** Take copies of a tile out of the hand. */
export function take(copy, tile, many) {
  for (let n = 0; n < many; n += 1) {
    const at = copy.tiles.findIndex((one) => one.tile === tile);
    if (at >= 0) copy.tiles.splice(at, 1);
  }
}

/** Tiles a meld is made of: 3 in a pong, 4 in a kong. */
export const meldSize = (kind) => (kind === "p" ? 3 : 4);

/** Copies of a tile that are in the hand, in melds or seen elsewhere. */
export function used(tile) {
  const inHand = state.tiles.filter((one) => one.tile === tile).length;
  const inMelds = state.melds.reduce((sum, one) => sum + (one.tile === tile ? meldSize(one.kind) : 0), 0);
  return inHand + inMelds + state.seen.filter((one) => one === tile).length;
}

/** The hand as the text the server reads. */
export function handText() {
  const melds = state.melds.map(({ kind, tile }) => `#${kind}${tile}`);
  return [...state.tiles.map((one) => one.tile), ...melds].join(" ");
}

/** The melds of a hand's text: `123m #p5s #c1m`. */
export function readMelds(text) {
  return [...text.matchAll(/#([pkac])([1-9][mps])/g)].map(([, kind, tile]) => ({ kind, tile }));
}
