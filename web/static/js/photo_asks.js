// 照片问牌: what the reader asks about a photo's tiles, with buttons for the answers. `boxes` are those of the photo.

import { both, make, tileButton } from "./dom.js";
import { current } from "./photo_boxes.js";
import { change, put, readMelds } from "./state.js";
import { MELDS, NO_NAME, tileName } from "./words.js";

/** Buttons for the answers that a question offers. */
export function answers({ code, tiles, options }, boxes, again) {
  if (code === "stray_tiles") return make("span", { class: "options" }, seenButton(tiles, boxes));
  if (!options) return null;
  if (code === "meld_or_hand") return meldOrHand(options, tiles.map((at) => boxes[at]), boxes, again);
  const one = boxes[tiles[0]];
  const act = {
    unclear_tile: (tile) => change((copy) => (copy.tiles.find(({ id }) => id === one.id).tile = tile)),
    winning_tile: (tile) => change((copy) => (one.id = put(copy, tile))),
    which_kong: (kind) => {
      one.answered = true;
      change((copy) => (copy.melds[one.meld].kind = kind));
      again();
    },
  }[code];
  if (!act) return null;
  const suited = options.filter((option) => !NO_NAME.includes(option));
  return make(
    "span",
    { class: "options" },
    ...suited.map((option) =>
      code === "which_kong"
        ? make("button", { type: "button", class: "quiet", onclick: () => act(option) }, both(...MELDS[option]))
        : tileButton(option, `${tileName(option)} ${option}`, `option ${tiles[0]} ${option}`, () => act(option)),
    ),
  );
}

/** Buttons for like tiles that lie a little apart: the melds they may be, or tiles of the hand. */
function meldOrHand(options, asked, boxes, again) {
  const choose = (option) => {
    asked[0].answered = true;
    change((copy) => partOf(copy, asked, boxes, readMelds(option)[0]));
    again();
  };
  return make(
    "span",
    { class: "options" },
    ...options.map((option) =>
      make(
        "button",
        { type: "button", class: "quiet", "data-focus": `option ${boxes.indexOf(asked[0])} ${option}`, onclick: () => choose(option) },
        both(...(readMelds(option)[0] ? MELDS[readMelds(option)[0].kind] : ["手里的", "In the hand"])),
      ),
    ),
  );
}

/** Let the boxes asked about be one meld, or (without one) tiles of the hand. */
function partOf(copy, asked, boxes, meld) {
  const old = asked[0].meld;
  if (meld && old != null) copy.melds[old].kind = meld.kind;
  else if (meld) {
    const ids = asked.map(({ id }) => id);
    copy.tiles = copy.tiles.filter(({ id }) => !ids.includes(id));
    copy.melds.push(meld);
    for (const one of asked) Object.assign(one, { id: null, meld: copy.melds.length - 1, place: "meld" });
  } else if (old != null) {
    const [{ tile }] = copy.melds.splice(old, 1);
    for (const other of boxes) if (other.meld > old) other.meld -= 1;
    for (const one of asked) Object.assign(one, { meld: null, id: put(copy, tile), place: "hand" });
  }
}

/** A button that counts tiles lying apart, discards perhaps, as seen elsewhere. */
function seenButton(tiles, boxes) {
  const strays = tiles.map((at) => boxes[at]).filter((one) => !NO_NAME.includes(one.tile));
  const count = () => {
    for (const at of tiles) boxes[at].answered = true;
    change((copy) => copy.seen.push(...strays.map((one) => one.tile)));
  };
  return make("button", { type: "button", class: "quiet", onclick: count }, both("算作已见", "Count as seen"));
}

/** Whether a question of the photo is still open: a tile that was corrected or put into the hand answers it. */
export function isOpen({ tiles }, boxes) {
  if (!tiles) return true;
  const asked = tiles.map((at) => boxes[at]);
  return !asked[0].answered && asked.some((one) => current(one).place === one.place && current(one).tile === one.tile);
}
