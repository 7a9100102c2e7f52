// 牌框: the boxes over a photo, each tied to its tile of the hand, and the part of the photo that is shown.

import { byId, draw, faceUrl } from "./dom.js";
import { told } from "./state.js";
import { tileName } from "./words.js";

const UNSURE = 0.9;
const TAPPABLE = 48;

/** What a box shows now: the tile of the hand it is tied to may have been corrected. */
export function current(one) {
  const held = one.id && told().tiles.find((tile) => tile.id === one.id);
  if (held) return { tile: held.tile === "?" ? one.tile : held.tile, place: "hand" };
  const meld = one.meld != null && told().melds[one.meld];
  if (meld) return { tile: one.tile === "back" ? "back" : meld.tile, place: "meld" };
  return { tile: one.tile, place: "out" };
}

function boxMark(one, at, tap) {
  const { tile, place } = current(one);
  const [x1, y1, x2, y2] = one.box;
  const corrected = tile !== one.tile;
  const doubt = !corrected && place !== "out" && (tile === "?" || one.confidence < UNSURE);
  const name = tileName(tile);
  const size = Math.min((x2 - x1) / 2.1, (y2 - y1) / 2.5);
  const middle = (x1 + x2) / 2;
  const sure = Math.round(one.confidence * 100);
  return draw(
    "g",
    {
      class: `box ${place}${doubt ? " doubt" : ""}`,
      role: "button",
      tabindex: "0",
      "data-focus": `box ${at}`,
      "data-box": tile,
      "aria-label": `${name} ${tile}${doubt ? `，没把握 unsure ${sure}%` : ""}`,
      onclick: () => tap(one),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        tap(one);
      },
    },
    draw("rect", { class: "frame", x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: (x2 - x1) * 0.08 }),
    draw("rect", {
      class: "label",
      x: middle - (size * (name.length + 0.1)) / 2,
      y: y1 - size * 1.4,
      width: size * (name.length + 0.1),
      height: size * 1.25,
      rx: size * 0.25,
    }),
    draw("text", { x: middle, y: y1 - size * 0.44, "font-size": size, "text-anchor": "middle" }, name),
  );
}

/** The part of the photo that holds the tiles, with some room: x, y, width, height in its pixels. */
export function closeUp({ width, height, boxes }, whole) {
  if (whole || !boxes.length) return [0, 0, width, height];
  const room = Math.max(...boxes.map(({ box }) => box[3] - box[1])) * 0.9;
  const x = Math.max(0, Math.min(...boxes.map(({ box }) => box[0])) - room / 2);
  const y = Math.max(0, Math.min(...boxes.map(({ box }) => box[1])) - room);
  const right = Math.min(width, Math.max(...boxes.map(({ box }) => box[2])) + room / 2);
  const foot = Math.min(height, Math.max(...boxes.map(({ box }) => box[3])) + room);
  return [x, y, right - x, foot - y];
}

/** The width of the close-up that makes a tile wide enough to tap, in parts of the page's. */
export function nearness([, , width], boxes) {
  const widths = boxes.map(({ box }) => box[2] - box[0]).sort((a, b) => a - b);
  const middle = widths[widths.length >> 1] ?? width;
  return Math.max(1.5, ((TAPPABLE / middle) * width) / byId("stage").clientWidth);
}

/** Where the browser cannot show the photo itself (HEIC), the tiles are drawn where they lay. */
function standIn(picture, boxes) {
  const faces = boxes.map((one) => {
    const [x, y, right, foot] = one.box;
    const place = { x, y, width: right - x, height: foot - y, preserveAspectRatio: "none" };
    const body = current(one).tile === "back" ? [] : [draw("image", { ...place, href: `${document.body.dataset.tiles}front.svg` })];
    return draw("g", {}, ...body, draw("image", { ...place, href: faceUrl(current(one).tile) }));
  });
  picture.replaceWith(draw("g", { class: "stand-in" }, ...faces));
}

/** The part `view` of a photo with its boxes; `tap` is told which one was tapped, `loaded` once the photo is there. */
export function drawing({ url, width, height, boxes }, view, tap, loaded) {
  const picture = draw("image", { href: url, width, height });
  picture.addEventListener("error", () => standIn(picture, boxes));
  const drawn = draw(
    "svg",
    { viewBox: view.join(" "), role: "group", "aria-label": "照片里的牌 The tiles in the photo" },
    picture,
    ...boxes.map((one, at) => boxMark(one, at, tap)),
  );
  picture.addEventListener("load", () => loaded(drawn));
  return drawn;
}
