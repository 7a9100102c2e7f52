// 点牌: a concealed hand by taps or from a photo, kept on this phone until it is sent.

import { postScan, Refused } from "../api.js";
import { both, byId, make, tileButton } from "../dom.js";
import { canLive, openLive } from "../live.js";
import { readMelds } from "../state.js";
import { MELDS, NO_NAME, problemWords, tileName } from "../words.js";
import { button, tileKeys } from "./panel.js";
import { changed, keep, kept, now } from "./state.js";
import { inOrder } from "./tiles.js";

const LARGEST = Number(document.body.dataset.largest);

const busy = new Set();
const notes = new Map(); // key -> problems of its photo, with melds read there

/** The tiles kept under a key. */
export const tilesKept = (key) => kept(`hand.${key}`, []);

/** Keep tiles under a key, sorted. */
export function keepTiles(key, tiles) {
  keep(`hand.${key}`, tiles.length ? inOrder(tiles) : null);
  changed();
}

/** Forget the tiles of a key. */
export function dropTiles(key) {
  notes.delete(key);
  keepTiles(key, []);
}

/** The text of tiles, as the record has it. */
export const textOf = (tiles) => tiles.join(" ");

async function read(key, photo) {
  notes.delete(key);
  if (photo.size > LARGEST) {
    notes.set(key, { problems: [{ code: "too_large", message: "The photo is too large: send a smaller one." }], melds: [] });
    changed();
    return;
  }
  busy.add(key);
  changed();
  try {
    takeOver(key, await postScan(photo, photo.name));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notes.set(key, { problems: [error.problem], melds: [] });
  } finally {
    busy.delete(key);
    changed();
  }
}

/** The hand of a scan form becomes the one of a key. */
function takeOver(key, form) {
  const concealed = form.hand_tiles.map((at) => form.tiles[at].tile);
  notes.set(key, {
    problems: form.problems.filter(({ code, zh }) => zh && !["wrong_size", "fair_play"].includes(code)),
    melds: form.hand ? readMelds(form.hand) : [],
    tiles: form.tiles.map(({ tile }) => tile),
    places: form.hand_tiles,
  });
  keepTiles(key, concealed.map((tile) => (NO_NAME.includes(tile) ? "?" : tile)));
}

/** Buttons that take a photo, or choose one. The inputs themselves stay on the page, as a phone may be away
 * in its camera while the panel is drawn anew. */
function photoButtons(key) {
  const press = (id) => () => {
    keep("photo-for", key);
    byId(id).click();
  };
  return make(
    "div",
    { class: canLive() ? "pair three" : "pair" },
    canLive() && button(`live ${key}`, "实时", "Live", () => openLive((form) => takeOver(key, form))),
    button(`camera ${key}`, "拍照", "Camera", press("camera"), { kind: "big primary" }),
    button(`album ${key}`, "选照片", "Choose a photo", press("album")),
  );
}

for (const id of ["camera", "album"]) {
  byId(id).addEventListener("change", ({ target }) => {
    const [photo] = target.files;
    const key = kept("photo-for", null);
    if (photo && key) read(key, photo);
    target.value = ""; // so that the same file can be chosen again
  });
}

/** A question of the photo, with its answers as tiles: one tap fixes the hand. */
function question(key, { code, zh, message, tiles, options }) {
  const suited = code === "unclear_tile" || code === "winning_tile" ? (options ?? []).filter((one) => !NO_NAME.includes(one)) : [];
  const answer = (tile) => {
    const hand = [...tilesKept(key)];
    const at = hand.indexOf(code === "unclear_tile" ? "?" : "");
    if (at >= 0) hand[at] = tile;
    else hand.push(tile);
    const note = notes.get(key);
    note.problems = note.problems.filter((one) => one.tiles !== tiles);
    keepTiles(key, hand);
  };
  return make(
    "li",
    {},
    both(...problemWords({ code, zh, message })),
    suited.length > 0 &&
      make(
        "span",
        { class: "options" },
        ...suited.map((tile) => tileButton(tile, `${tileName(tile)} ${tile}`, `option ${tiles[0]} ${tile}`, () => answer(tile))),
      ),
  );
}

function meldsNote(key, melds) {
  const read = notes.get(key)?.melds ?? [];
  if (!read.length) return null;
  const seen = read.map(({ kind, tile }) => `#${kind}${tile}`);
  const same = (texts) => texts.map((text) => text.slice(2)).sort().join();
  if (same(seen) === same(melds)) return null;
  const said = read.map(({ kind, tile }) => `${MELDS[kind][0]}${tileName(tile)}`).join("、");
  return make(
    "li",
    {},
    both(
      `照片里有${said}，和记下的碰杠不同：请先补记碰杠，或核对照片。`,
      "The melds in the photo are not those recorded: record them first, or check the photo.",
    ),
  );
}

/** The editor of one hand: `key` names it, `need` is how many tiles belong there, `melds` those recorded. */
export function editor(key, need, melds, { one_more: more = false, of = now()?.round } = {}) {
  const tiles = tilesKept(key);
  const count = (tile) => tiles.filter((one) => one === tile).length;
  const short = need - tiles.length;
  const take = (at) => keepTiles(key, tiles.filter((_, place) => place !== at));
  return [
    photoButtons(key),
    busy.has(key) && make("p", { class: "notice busy", role: "status" }, both("认牌中…", "Reading the tiles")),
    make("ul", { class: "problems" }, ...(notes.get(key)?.problems ?? []).map((one) => question(key, one)), meldsNote(key, melds)),
    make(
      "div",
      { class: "tiles", role: "group", "aria-label": "手牌 the hand" },
      ...tiles.map((tile, at) =>
        tileButton(tile, `${tileName(tile)} ${tile}，点掉 tap to take away`, `held ${at}`, () => take(at)),
      ),
    ),
    make(
      "p",
      { class: "hint", "data-short": short },
      short > 0
        ? both(`点下面的牌加入，还差 ${short} 张`, `Tap tiles below to add: ${short} to go`)
        : short === -1 && more
          ? both("多一张：摸的或胡的那张", "One more: the tile drawn or won on")
          : short < 0
          ? both(`多了 ${-short} 张，点掉多的`, `${-short} too many: tap them away`)
          : both("张数对了；点一张可拿掉", "The number is right; tap one to take it away"),
    ),
    tileKeys((tile) => keepTiles(key, [...tiles, tile]), (tile) => count(tile) < 4, count, null, "key", of),
    tiles.length > 0 && button(`empty ${key}`, "清空", "Clear", () => dropTiles(key), { kind: "quiet" }),
  ];
}
