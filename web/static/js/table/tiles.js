// 牌面: hands and melds as text, drawn.

import { make, tilePicture } from "../dom.js";
import { MELDS, tileName } from "../words.js";

const HOW_MANY = { p: 3, k: 4, a: 4, c: 4 };

/** A meld as its text `#p5p`, drawn. */
export function meldPicture(text) {
  const [, kind, tile] = /^#([pkac])(..)$/.exec(text);
  const covered = kind === "c" ? [0, 3] : [];
  const faces = [...Array(HOW_MANY[kind]).keys()].map((at) => tilePicture(covered.includes(at) ? "back" : tile));
  for (const face of faces) face.setAttribute("aria-hidden", "true");
  const [zh, en] = MELDS[kind];
  return make("span", { class: "meld-tiles", role: "img", "aria-label": `${zh} ${tileName(tile)} ${en} ${tile}` }, ...faces);
}

/** The tiles of a hand's text, without its melds. */
export const tilesOf = (text) =>
  [...text.replaceAll(/#\S+/g, "").matchAll(/([1-9?]+)([mps]?)/g)].flatMap(([, numbers, suit]) =>
    [...numbers].map((one) => (one === "?" ? "?" : one + suit)),
  );

const rank = (tile) => (tile === "?" ? 99 : "mps".indexOf(tile[1]) * 10 + Number(tile[0]));

/** Tiles in the order of a hand. */
export const inOrder = (tiles) => [...tiles].sort((a, b) => rank(a) - rank(b));
