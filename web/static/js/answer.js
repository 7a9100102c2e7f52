// 听牌: what the hand waits for and what it is worth, or what to throw. Every figure comes from the server.

import { postHand, Refused } from "./api.js";
import { both, byId, make, redraw, tileButton, tilePicture } from "./dom.js";
import { rule, rulesName } from "./rules.js";
import { change, handText, take, told, whenTold } from "./state.js";
import { problemWords, tileName } from "./words.js";
import { bothWays, chip, copies, farFrom, helps, leaves, waitingFor, worth } from "./worth.js";

const FEW = 4;

let form = null;
let problem = null;
let asking = null;
let all = false;

/** Ask anew for what is told now. */
export async function analyse() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const hand = handText();
  if (!hand) {
    form = problem = null;
    paint();
    return;
  }
  const { seen, set, void: suit } = told();
  try {
    form = await postHand({ hand, seen: seen.join(" "), void: suit, rules: rulesName(), set }, signal);
    problem = null;
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Refused)) throw error;
    form = null;
    problem = error.problem;
  }
  all = false;
  paint();
}

function waitRow(wait) {
  const { tile, left } = wait;
  const seenHere = told().seen.includes(tile);
  return make(
    "li",
    { class: `wait${left ? "" : " gone"}`, "data-wait": tile },
    tilePicture(tile),
    copies(wait, wait.last_copy && chip("last", "绝张", "last one")),
    make(
      "span",
      { class: "spot", role: "group", "aria-label": `${tileName(tile)} 别处已见 seen elsewhere` },
      make(
        "button",
        {
          type: "button",
          "data-focus": `unsee ${tile}`,
          "aria-label": `${tileName(tile)} 少见一张 one fewer seen`,
          disabled: !seenHere,
          onclick: () => change((copy) => copy.seen.splice(copy.seen.indexOf(tile), 1)),
        },
        "−",
      ),
      make("span", { class: "spot-name", "aria-hidden": "true" }, "已见"),
      make(
        "button",
        {
          type: "button",
          "data-focus": `see ${tile}`,
          "aria-label": `${tileName(tile)} 又见一张 one more seen`,
          disabled: !left,
          onclick: () => change((copy) => copy.seen.push(tile)),
        },
        "+",
      ),
    ),
    ...worth(wait, rule("label"), ...bothWays(wait)),
  );
}

function waits() {
  return [
    make(
      "p",
      { class: "headline" },
      form.dead ? chip("dead", "死叫", "dead wait") : chip("ready", "下叫", "ready"),
      form.dead ? both("胡的牌都已见光", "every winning tile is visible already") : waitingFor(form.waits),
    ),
    make("ul", { class: "waits" }, ...form.waits.map(waitRow)),
  ];
}

function discardRow(one, best) {
  const { tile, useful } = one;
  return make(
    "li",
    { class: `discard${best ? " best" : ""}`, "data-discard": tile },
    tileButton(tile, `打 ${tileName(tile)} throw ${tile}`, `throw ${tile}`, () => change((copy) => take(copy, tile, 1))),
    make(
      "span",
      { class: "why" },
      make("b", {}, leaves(one)),
      best && chip("ready", "最好", "best"),
      helps(useful),
    ),
  );
}

function discards() {
  const [first] = form.discards;
  const asGood = (one) => one.shanten === first.shanten && one.live === first.live;
  const shown = all ? form.discards : form.discards.slice(0, FEW);
  return [
    make("p", { class: "headline" }, both("打哪张", "Best discards"), make("small", { lang: "en" }, " tap one to throw it")),
    make("ul", { class: "discards" }, ...shown.map((one) => discardRow(one, asGood(one)))),
    shown.length < form.discards.length &&
      make(
        "button",
        { type: "button", class: "link", "data-focus": "all discards", onclick: () => ((all = true), paint()) },
        both(`还有 ${form.discards.length - FEW} 种`, "Show all"),
      ),
  ];
}

function body() {
  if (problem) return [make("p", { class: "problem" }, both(...problemWords(problem)))];
  if (!form) return [make("p", { class: "hint" }, both("拍一张，或点牌加入。", "Take a photo, or tap tiles in."))];
  const parts = form.problems.map((one) => make("p", { class: "problem" }, both(...problemWords(one))));
  if (form.win) {
    parts.push(make("p", { class: "headline" }, chip("won", "胡", "complete")));
    parts.push(make("div", { class: "win" }, ...worth(form.win, rule("label"), ...bothWays(form.win))));
  }
  if (form.ready) parts.push(...waits());
  else if (form.discards.length) parts.push(...discards());
  else if (!form.win) {
    parts.push(make("p", { class: "headline" }, chip("far", "没叫", "not ready"), farFrom(form.shanten)));
    if (form.useful.length) parts.push(make("p", { class: "hint" }, both("进张", "tiles that help")), helps(form.useful));
  }
  return parts;
}

function paint() {
  redraw(byId("answer-body"), ...body());
}

whenTold(analyse);
