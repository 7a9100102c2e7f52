// 照片: take or choose a photo, see it with boxes drawn over, correct a tile by tapping its box.

import { postScan, Refused } from "./api.js";
import { keepCorrections } from "./corrections.js";
import { both, byId, make, redraw } from "./dom.js";
import { fixMeld, fixTile } from "./hand.js";
import { canLive, openLive } from "./live.js";
import { answers, isOpen } from "./photo_asks.js";
import { closeUp, current, drawing, nearness } from "./photo_boxes.js";
import { chosenSet } from "./sets.js";
import { pickInstead } from "./sheet.js";
import { change, put, readMelds, told, whenTold } from "./state.js";
import { NO_NAME, problemWords, tileName } from "./words.js";

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
      return make("li", {}, zh ? both(zh, en) : make("span", { lang: "en" }, en), shown && answers(problem, shown.boxes, paint));
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

function paint() {
  byId("photo-shown").hidden = !shown;
  byId("demo").hidden = Boolean(shown);
  byId("whole").setAttribute("aria-pressed", String(whole));
  byId("near").setAttribute("aria-pressed", String(near));
  if (!shown) return;
  complain(shown.asks.filter((one) => isOpen(one, shown.boxes)));
  const focus = document.activeElement?.dataset?.focus;
  const inside = byId("stage").contains(document.activeElement);
  const view = closeUp(shown, whole);
  const stage = byId("stage");
  const scrolled = stage.scrollLeft;
  const drawn = drawing(shown, view, tap, (one) => one.setAttribute("data-photo", photos));
  stage.classList.toggle("near", near);
  drawn.style.width = near ? `${nearness(view, shown.boxes) * 100}%` : "";
  stage.replaceChildren(drawn);
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
