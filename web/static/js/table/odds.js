// 猜牌: what the hidden hands may hold, from the server, always as odds and never as facts.

import { both, make, tilePicture } from "../dom.js";
import { Refused } from "../api.js";
import { tileName } from "../words.js";
import { button } from "./panel.js";
import { kept, keep, now } from "./state.js";
import { seatName } from "./words.js";
import { ask, later } from "./wire.js";

const LEAST = 0.005; // smaller chances are not worth a word
let odds = null;
let wanted = "";

const percent = (chance) => (chance < 0.01 ? "<1%" : `${Math.round(100 * chance)}%`);
const some = (many) => (many < 0.05 ? "0" : many.toFixed(1));
const readyWords = (ready) => (ready < 0.01 ? both("可能还没下叫", "hardly ready yet") : both(`可能已下叫 约${percent(ready)}`, `about ${percent(ready)} ready`));
const of = (tile) => odds?.kinds.find((one) => one.tile === tile);

/** Ask for the odds of a moment and a hand (null: as the record knows it); `paint` draws them when they come, `again`
 * asks anew where no answer came. */
export async function askOdds(want, hand, paint, again) {
  if (want === wanted) return;
  wanted = want;
  try {
    const form = await (hand === null ? ask("/odds") : ask("/odds", { hand }));
    if (want === wanted) odds = form;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (want !== wanted) return;
    odds = null;
    wanted = "";
    later("own", error, again);
    paint();
    return;
  }
  if (want === wanted) paint();
}

/** What throwing a tile may cost, for its row among the discards. */
export function danger(tile) {
  const one = of(tile);
  if (!one) return null;
  const safest = odds.safest.includes(tile);
  const where = one.risks.filter(({ risk }) => risk >= LEAST).map(({ seat, risk }) => `${seatName(seat)} ${percent(risk)}`);
  return make(
    "span",
    { class: `danger${one.risk >= 0.1 ? " high" : ""}`, "data-danger": tile },
    one.risk < LEAST ? both("点炮可能很小", "hardly deals in") : both(`可能点炮 约${percent(one.risk)}${where.length > 1 ? `（${where.join("、")}）` : ""}`, `about ${percent(one.risk)} deals in`),
    one.risk >= LEAST && make("small", {}, ` 约 −${one.cost.toFixed(1)}`),
    safest && make("span", { class: "chip safe" }, both("较安全", "safest")),
  );
}

/** Where the copies of a tile that is waited for are likely to be. */
export function whereabouts(tile) {
  const one = of(tile);
  if (!one || !one.left) return null;
  return make("small", { class: "whereabouts", "data-whereabouts": tile }, both(`可能在墙里 约${some(one.wall)}张`, `about ${some(one.wall)} in the wall`));
}

function kindRow(one) {
  const hands = one.hands.filter(({ copies }) => copies >= 0.05).map(({ seat, copies }) => `${seatName(seat)} ${some(copies)}`);
  return make(
    "li",
    { "data-odds": one.tile },
    tilePicture(one.tile),
    make("span", { class: "odds-risk" }, one.risk < LEAST ? "—" : percent(one.risk)),
    make("span", { class: "odds-where", "aria-label": `${tileName(one.tile)}，没见到${one.left}张` }, `墙 ${some(one.wall)}`, hands.length ? `；${hands.join("、")}` : ""),
  );
}

/** The card of odds: who may be ready, and on wish every kind. */
export function oddsCard(paint) {
  if (!odds) return null;
  const open = kept("odds.open", false);
  return make(
    "section",
    { class: "odds", "aria-label": "猜牌 odds", id: "odds" },
    make("p", { class: "headline" }, both("猜牌", "Odds")),
    make("p", { class: "hint" }, both("只是推测，不是事实：按打出的牌和剩下的牌估算。", "Odds, not facts: reckoned from what was thrown and what is left.")),
    make(
      "ul",
      { class: "odds-seats" },
      ...odds.seats.map(({ seat, ready }) =>
        make("li", { "data-ready": seat }, make("span", {}, make("b", {}, seatName(seat)), " ", readyWords(ready)), make("meter", { min: 0, max: 1, value: ready, "aria-hidden": "true" })),
      ),
    ),
    button("all odds", open ? "收起" : "每种牌：点炮可能、可能在哪", open ? "Fold" : "Every tile: risk and whereabouts", () => (keep("odds.open", !open), paint()), { kind: "link" }),
    open && make("ul", { class: "odds-kinds" }, ...odds.kinds.map(kindRow)),
  );
}

/** Forget them: another round, or the table plays fair. */
export function forgetOdds() {
  if (now()?.table.fair_play) wanted = "";
  odds = null;
}
