// 价值: what a hand waits for and what a win is worth, as every page words it.

import { both, make, tilePicture } from "./dom.js";
import { patternName, valueName } from "./words.js";

export const chip = (kind, zh, en) => make("span", { class: `chip ${kind}` }, both(zh, en));

/** A sum, and what it is for. */
export const sum = (zh, en, points) => make("span", {}, both(zh, en), make("b", {}, String(points)));

/** What a wait pays, off a discard and drawn. */
export const bothWays = (wait) => [sum("点炮", "discard", wait.discard), sum("自摸每家", "self-draw, each", wait.self_draw_each)];

/** Patterns with those that come several times, as roots do, put together. */
function together(patterns) {
  const found = new Map();
  for (const { id, doublings } of patterns) {
    const one = found.get(id) ?? { id, doublings: 0, times: 0 };
    found.set(id, { id, doublings: one.doublings + doublings, times: one.times + 1 });
  }
  return [...found.values()];
}

function patternChip({ id, doublings, times }) {
  const [zh, en] = patternName(id);
  return make("span", { class: "pattern" }, both(`${zh}${times > 1 ? `×${times}` : ""}`, en), doublings > 0 && make("small", {}, ` +${doublings} 翻`));
}

/** The value of a win under the label of its rules, its patterns, and the money. */
export function worth(win, label, ...money) {
  return [
    make(
      "span",
      { class: "worth" },
      make("b", { class: "value" }, valueName(win.multiple, label)),
      2 ** win.doublings > win.multiple && chip("full", "满格", "capped"),
      ...together(win.patterns).map(patternChip),
    ),
    make("span", { class: "money" }, ...money),
  ];
}

/** How many copies of a wait are left, with whatever else marks it. */
export function copies({ left }, ...marks) {
  return make(
    "span",
    { class: "left" },
    make("b", { "data-left": left }, `剩 ${left} 张`),
    make("small", { lang: "en" }, ` ${left} left`),
    !left && chip("dead", "没了", "none left"),
    ...marks,
  );
}

/** How many kinds and copies a ready hand waits for. */
export function waitingFor(waits) {
  const left = waits.reduce((total, one) => total + one.left, 0);
  return both(`听 ${waits.length} 种，剩 ${left} 张`, `${left} left of ${waits.length === 1 ? "1 kind" : `${waits.length} kinds`}`);
}

/** How far from ready a hand is. */
export const farFrom = (shanten) => (shanten == null ? both("胡不了", "no win possible") : both(`还差 ${shanten} 张`, `${shanten} away from ready`));

/** What a discard leaves: how far from ready, and how many tiles then help. */
export function leaves({ shanten, live }) {
  if (shanten == null) return both("胡不了", "no win possible");
  return shanten === 0 ? both(`听 ${live} 张`, `ready, ${live} left`) : both(`差 ${shanten} 张，进张 ${live}`, `${shanten} away, ${live} help`);
}

/** The tiles that help, with their copies. */
export const helps = (useful) =>
  make("span", { class: "useful" }, ...useful.map((help) => make("span", { class: "help" }, tilePicture(help.tile), make("small", {}, `×${help.left}`))));
