// 照片: take or choose a photo, see it with boxes drawn over, correct a tile by tapping its box.

import { postScan, Refused } from "./api.js";
import { keepCorrections } from "./corrections.js";
import { both, byId, draw, faceUrl, make, redraw, tileButton } from "./dom.js";
import { fixMeld, fixTile } from "./hand.js";
import { canLive, openLive } from "./live.js";
import { chosenSet } from "./sets.js";
import { pickInstead } from "./sheet.js";
import { change, put, readMelds, told, whenTold } from "./state.js";
import { MELDS, NO_NAME, problemWords, tileName } from "./words.js";

const UNSURE = 0.9;
const TAPPABLE = 48;

let shown = null; // {url, width, height, asks, boxes: [{box, tile, confidence, id | meld | neither}]}
let aside = null; // {tiles, melds, former, corrected}: the hand before a photo that gave none, and its own photo
let photos = 0;
let whole = false;
let near = false;
let asking = null;

/** Show what is wrong, odd or asked about the photo. */
function complain(problems) {
  redraw(
    byId("photo-problems"),
    ...problems.map((problem) => {
      const [zh, en] = problemWords(problem);
      return make("li", {}, zh ? both(zh, en) : make("span", { lang: "en" }, en), answers(problem));
    }),
    aside &&
      make(
        "li",
        { "data-aside": "" },
        both("先前那手牌不是这张照片的，已收起。", "The former hand is not this photo's: it was put aside."),
        make("span", { class: "options" }, make("button", { type: "button", class: "quiet", "data-focus": "former", onclick: bringBack }, both("拿回先前那手", "Bring it back"))),
      ),
  );
}

/** A photo gave no hand: the former one is put aside, so that nobody takes it for this photo's. */
function putAside() {
  const { tiles, melds } = told();
  if (!tiles.length && !melds.length) return;
  aside = { tiles, melds, former: shown, corrected: shown && corrections(shown) };
  shown = null;
  change((copy) => {
    copy.tiles = [];
    copy.melds = [];
  });
}

function bringBack() {
  const { tiles, melds } = aside;
  change((copy) => {
    copy.tiles = tiles;
    copy.melds = melds;
  });
}

/** The hand that was put aside is told again, by its own button or by taking back; or another one is. */
function follow() {
  const { tiles, melds } = told();
  if (aside && (tiles.length || melds.length)) {
    const back = JSON.stringify([tiles, melds]) === JSON.stringify([aside.tiles, aside.melds]);
    const { former } = aside;
    if (back) {
      aside = null;
      letGo();
      shown = former;
    } else forgetAside();
    complain([]);
  }
  paint();
}

/** The hand that was put aside is not wanted any more. */
function forgetAside() {
  if (aside?.former) part(aside.former, aside.corrected);
  aside = null;
}

/** Buttons for the answers that a question offers. */
function answers({ code, tiles, options }) {
  if (code === "stray_tiles") return make("span", { class: "options" }, seenButton(tiles));
  if (!options) return null;
  if (code === "meld_or_hand") return meldOrHand(tiles, options);
  const one = shown.boxes[tiles[0]];
  const act = {
    unclear_tile: (tile) => change((copy) => (copy.tiles.find(({ id }) => id === one.id).tile = tile)),
    winning_tile: (tile) => change((copy) => (one.id = put(copy, tile))),
    which_kong: (kind) => {
      one.answered = true;
      change((copy) => (copy.melds[one.meld].kind = kind));
      paint();
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
function meldOrHand(tiles, options) {
  const boxes = tiles.map((at) => shown.boxes[at]);
  const choose = (option) => {
    boxes[0].answered = true;
    change((copy) => partOf(copy, boxes, readMelds(option)[0]));
    paint();
  };
  return make(
    "span",
    { class: "options" },
    ...options.map((option) =>
      make(
        "button",
        { type: "button", class: "quiet", "data-focus": `option ${tiles[0]} ${option}`, onclick: () => choose(option) },
        both(...(readMelds(option)[0] ? MELDS[readMelds(option)[0].kind] : ["手里的", "In the hand"])),
      ),
    ),
  );
}

/** Let boxes be one meld, or (without one) tiles of the hand. */
function partOf(copy, boxes, meld) {
  const old = boxes[0].meld;
  if (meld && old != null) copy.melds[old].kind = meld.kind;
  else if (meld) {
    const ids = boxes.map(({ id }) => id);
    copy.tiles = copy.tiles.filter(({ id }) => !ids.includes(id));
    copy.melds.push(meld);
    for (const one of boxes) Object.assign(one, { id: null, meld: copy.melds.length - 1, place: "meld" });
  } else if (old != null) {
    const [{ tile }] = copy.melds.splice(old, 1);
    for (const other of shown.boxes) if (other.meld > old) other.meld -= 1;
    for (const one of boxes) Object.assign(one, { meld: null, id: put(copy, tile), place: "hand" });
  }
}

/** A button that counts tiles lying apart, discards perhaps, as seen elsewhere. */
function seenButton(tiles) {
  const strays = tiles.map((at) => shown.boxes[at]).filter((one) => !NO_NAME.includes(one.tile));
  const count = () => {
    for (const at of tiles) shown.boxes[at].answered = true;
    change((copy) => copy.seen.push(...strays.map((one) => one.tile)));
  };
  return make("button", { type: "button", class: "quiet", onclick: count }, both("算作已见", "Count as seen"));
}

/** Whether a question of the photo is still open: a tile that was corrected or put into the hand answers it. */
function isOpen({ tiles }) {
  if (!tiles) return true;
  const boxes = tiles.map((at) => shown.boxes[at]);
  return !boxes[0].answered && boxes.some((one) => current(one).place === one.place && current(one).tile === one.tile);
}

/** Send a photo, then take its hand over. */
async function read(photo, name) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  complain([]);
  if (photo.size > Number(document.body.dataset.largest)) {
    putAside();
    complain([{ code: "too_large", message: "The photo is too large: send a smaller one." }]);
    return;
  }
  byId("photo-busy").hidden = false;
  try {
    const form = await postScan(photo, name, mine.signal, chosenSet());
    takeOver(form, photo);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    putAside();
    complain([error.problem]);
  } finally {
    if (asking === mine) byId("photo-busy").hidden = true;
  }
}

/** Before another photo comes: keep what was corrected in this one, where that is wanted. */
function letGo() {
  if (shown) part(shown, corrections(shown));
}

const corrections = ({ boxes }) => boxes.map((one) => ({ box: one.box, read: one.tile, tile: current(one).tile }));

function part({ photo, url }, corrected) {
  keepCorrections(photo, corrected);
  URL.revokeObjectURL(url);
}

/** The hand of a scan form becomes the hand told; each box is tied to its tile of the hand. */
function takeOver(form, photo) {
  if (form.hand) forgetAside();
  else putAside();
  letGo();
  const boxes = form.tiles.map((one) => ({ ...one, place: "out" }));
  // what has no Chinese is about the hand, not the photo: the answer below says it
  const asks = form.problems.filter((problem) => problem.zh);
  shown = { photo, url: URL.createObjectURL(photo), width: form.width, height: form.height, boxes, asks };
  photos += 1;
  whole = false;
  if (form.hand) {
    change((copy) => {
      copy.tiles = [];
      copy.melds = readMelds(form.hand);
      for (const at of form.hand_tiles) {
        const one = boxes[at];
        one.id = put(copy, NO_NAME.includes(one.tile) ? "?" : one.tile);
        one.place = "hand";
      }
      form.meld_tiles.forEach((places, meld) => {
        for (const at of places) Object.assign(boxes[at], { meld, place: "meld" });
      });
    });
  }
  paint();
}

/** What a box shows now: the tile of the hand it is tied to may have been corrected. */
function current(one) {
  const held = one.id && told().tiles.find((tile) => tile.id === one.id);
  if (held) return { tile: held.tile === "?" ? one.tile : held.tile, place: "hand" };
  const meld = one.meld != null && told().melds[one.meld];
  if (meld) return { tile: one.tile === "back" ? "back" : meld.tile, place: "meld" };
  return { tile: one.tile, place: "out" };
}

/** A tap on a box. */
function tap(one) {
  const { place, tile } = current(one);
  if (place === "hand") fixTile(one.id);
  else if (place === "meld") fixMeld(one.meld);
  else {
    pickInstead(both(`${tileName(tile)} 放进手牌，是`, "Put into the hand as"), tile, (chosen) =>
      change((copy) => {
        one.id = put(copy, chosen);
      }),
    );
  }
}

function boxMark(one, at) {
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
function closeUp() {
  const { width, height, boxes } = shown;
  if (whole || !boxes.length) return [0, 0, width, height];
  const room = Math.max(...boxes.map(({ box }) => box[3] - box[1])) * 0.9;
  const x = Math.max(0, Math.min(...boxes.map(({ box }) => box[0])) - room / 2);
  const y = Math.max(0, Math.min(...boxes.map(({ box }) => box[1])) - room);
  const right = Math.min(width, Math.max(...boxes.map(({ box }) => box[2])) + room / 2);
  const foot = Math.min(height, Math.max(...boxes.map(({ box }) => box[3])) + room);
  return [x, y, right - x, foot - y];
}

/** The width of the close-up that makes a tile wide enough to tap, in parts of the page's. */
function nearness([, , width]) {
  const widths = shown.boxes.map(({ box }) => box[2] - box[0]).sort((a, b) => a - b);
  const middle = widths[widths.length >> 1] ?? width;
  return Math.max(1.5, ((TAPPABLE / middle) * width) / byId("stage").clientWidth);
}

/** Where the browser cannot show the photo itself (HEIC), the tiles are drawn where they lay. */
function standIn(picture) {
  const faces = shown.boxes.map((one) => {
    const [x, y, right, foot] = one.box;
    const place = { x, y, width: right - x, height: foot - y, preserveAspectRatio: "none" };
    const body = current(one).tile === "back" ? [] : [draw("image", { ...place, href: `${document.body.dataset.tiles}front.svg` })];
    return draw("g", {}, ...body, draw("image", { ...place, href: faceUrl(current(one).tile) }));
  });
  picture.replaceWith(draw("g", { class: "stand-in" }, ...faces));
}

function paint() {
  byId("photo-shown").hidden = !shown;
  byId("demo").hidden = Boolean(shown);
  byId("whole").setAttribute("aria-pressed", String(whole));
  byId("near").setAttribute("aria-pressed", String(near));
  if (!shown) return;
  complain(shown.asks.filter(isOpen));
  const focus = document.activeElement?.dataset?.focus;
  const inside = byId("stage").contains(document.activeElement);
  const picture = draw("image", { href: shown.url, width: shown.width, height: shown.height });
  picture.addEventListener("error", () => standIn(picture));
  const view = closeUp();
  const stage = byId("stage");
  const scrolled = stage.scrollLeft;
  const drawing = draw(
    "svg",
    { viewBox: view.join(" "), role: "group", "aria-label": "照片里的牌 The tiles in the photo" },
    picture,
    ...shown.boxes.map(boxMark),
  );
  picture.addEventListener("load", () => drawing.setAttribute("data-photo", photos));
  stage.classList.toggle("near", near);
  drawing.style.width = near ? `${nearness(view) * 100}%` : "";
  stage.replaceChildren(drawing);
  stage.scrollLeft = scrolled;
  if (inside && focus) byId("stage").querySelector(`[data-focus="${focus}"]`)?.focus({ preventScroll: true });
}

for (const id of ["camera", "album"]) {
  byId(id).addEventListener("change", ({ target }) => {
    const [photo] = target.files;
    if (photo) read(photo, photo.name);
    target.value = ""; // so that the same file can be chosen again
  });
}
byId("live").hidden = !canLive();
byId("live").addEventListener("click", () => openLive(takeOver, chosenSet()));
byId("demo").addEventListener("click", async () => {
  const picture = await fetch(document.body.dataset.demo);
  read(await picture.blob(), "demo.jpg");
});
byId("whole").addEventListener("click", () => {
  whole = !whole;
  paint();
});
byId("near").addEventListener("click", () => {
  near = !near;
  paint();
});

/** Forget the photo. */
export function dropPhoto() {
  asking?.abort();
  forgetAside();
  letGo();
  shown = null;
  complain([]);
  paint();
}

whenTold(follow);
