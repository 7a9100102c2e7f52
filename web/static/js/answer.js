// 听牌: what the hand waits for and what it is worth, or what to throw. Every figure comes from the server.

import { postHand, Refused } from "./api.js";
import { both, byId, make, redraw, tileButton, tilePicture } from "./dom.js";
import { rule, rulesName } from "./rules.js";
import { change, handText, take, told, whenTold } from "./state.js";
import { patternName, problemWords, tileName, valueName } from "./words.js";

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

const chip = (kind, zh, en) => make("span", { class: `chip ${kind}` }, both(zh, en));

function money({ discard, self_draw_each: each }) {
  return make(
    "span",
    { class: "money" },
    make("span", {}, both("点炮", "discard"), make("b", {}, String(discard))),
    make("span", {}, both("自摸每家", "self-draw, each"), make("b", {}, String(each))),
  );
}

/** Patterns with those that come several times, as roots do, put together. */
function together(patterns) {
  const found = new Map();
  for (const { id, doublings } of patterns) {
    const one = found.get(id) ?? { id, doublings: 0, times: 0 };
    found.set(id, { id, doublings: one.doublings + doublings, times: one.times + 1 });
  }
  return [...found.values()];
}

function worth(win) {
  const full = 2 ** win.doublings > win.multiple;
  const names = together(win.patterns).map(({ id, doublings, times }) => {
    const more = doublings > 0 && make("small", {}, ` +${doublings} 翻`);
    return make("span", { class: "pattern" }, `${patternName(id)}${times > 1 ? `×${times}` : ""}`, more);
  });
  return [
    make(
      "span",
      { class: "worth" },
      make("b", { class: "value" }, valueName(win.multiple, rule("label"))),
      full && chip("full", "满格", "capped"),
      ...names,
    ),
    money(win),
  ];
}

function waitRow(wait) {
  const { tile, left } = wait;
  const seenHere = told().seen.includes(tile);
  return make(
    "li",
    { class: `wait${left ? "" : " gone"}`, "data-wait": tile },
    tilePicture(tile),
    make(
      "span",
      { class: "left" },
      make("b", { "data-left": String(left) }, `剩 ${left} 张`),
      make("small", { lang: "en" }, ` ${left} left`),
      wait.last_copy && chip("last", "绝张", "last one"),
      !left && chip("dead", "没了", "none left"),
    ),
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
    ...worth(wait),
  );
}

function waits() {
  const left = form.waits.reduce((sum, one) => sum + one.left, 0);
  return [
    make(
      "p",
      { class: "headline" },
      form.dead ? chip("dead", "死叫", "dead wait") : chip("ready", "下叫", "ready"),
      form.dead
        ? both("胡的牌都已见光", "every winning tile is visible already")
        : both(`听 ${form.waits.length} 种，剩 ${left} 张`, `${left} left of ${form.waits.length === 1 ? "1 kind" : `${form.waits.length} kinds`}`),
    ),
    make("ul", { class: "waits" }, ...form.waits.map(waitRow)),
  ];
}

function discardRow(one, best) {
  const { tile, shanten, live, useful } = one;
  return make(
    "li",
    { class: `discard${best ? " best" : ""}`, "data-discard": tile },
    tileButton(tile, `打 ${tileName(tile)} throw ${tile}`, `throw ${tile}`, () => change((copy) => take(copy, tile, 1))),
    make(
      "span",
      { class: "why" },
      make(
        "b",
        {},
        shanten == null ? both("胡不了", "no win possible") : shanten === 0 ? both(`听 ${live} 张`, `ready, ${live} left`) : both(`差 ${shanten} 张，进张 ${live}`, `${shanten} away, ${live} help`),
      ),
      best && chip("ready", "最好", "best"),
      make(
        "span",
        { class: "useful" },
        ...useful.map((help) => make("span", { class: "help" }, tilePicture(help.tile), make("small", {}, `×${help.left}`))),
      ),
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
    parts.push(make("div", { class: "win" }, ...worth(form.win)));
  }
  if (form.ready) parts.push(...waits());
  else if (form.discards.length) parts.push(...discards());
  else if (!form.win) {
    const away = form.shanten == null ? both("胡不了", "no win possible") : both(`还差 ${form.shanten} 张`, `${form.shanten} away from ready`);
    parts.push(make("p", { class: "headline" }, chip("far", "没叫", "not ready"), away));
  }
  return parts;
}

function paint() {
  redraw(byId("answer-body"), ...body());
}

whenTold(analyse);
