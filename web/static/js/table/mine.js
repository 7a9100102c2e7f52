// 我的: the own hand, what it waits for, and what to throw. The server says which; nothing of it is recorded.

import { both, byId, make, redraw, tilePicture } from "../dom.js";
import { Refused } from "../api.js";
import { tileName } from "../words.js";
import { bothWays, chip, copies, farFrom, helps, leaves, sum, waitingFor, worth } from "../worth.js";
import { askOdds, danger, forgetOdds, oddsCard, whereabouts } from "./odds.js";
import { editor, textOf, tilesKept } from "./editor.js";
import { button } from "./panel.js";
import { keep, now, playing, whenChanged } from "./state.js";
import { faultWords, suitWords } from "./words.js";
import { ask, later, tell } from "./wire.js";

let advice = null;
let problem = null;
let asked = ""; // what the shown advice was asked for
let all = false;

const label = () => now().round.rules.values.label;
const notNow = () => chip("dead", "过手，这轮不能胡", "passed");
const key = () => `own.${now().round.number}`;

function waitRow(wait) {
  const { tile, left } = wait;
  return make(
    "li",
    { class: `wait${left ? "" : " gone"}`, "data-wait": tile },
    tilePicture(tile),
    copies(
      wait,
      wait.last_copy && chip("last", "绝张·只剩一张", "last one"),
      wait.last_live && chip("last", "绝张·独一张能胡", "last that wins"),
      wait.passed && notNow(),
      whereabouts(tile),
    ),
    ...worth(wait, label(), ...bothWays(wait)),
  );
}

function discardRow(one, first) {
  const best = one === first;
  return make(
    "li",
    { class: `discard${best ? " best" : ""}`, "data-discard": one.tile },
    tilePicture(one.tile),
    make(
      "span",
      { class: "why" },
      make("b", {}, leaves(one)),
      best && chip("ready", "最好", "best"),
      make("span", { class: "because" }, ...one.because.map(({ zh, en }) => make("span", { class: "pattern" }, both(zh, en)))),
      helps(one.useful),
      danger(one.tile),
    ),
  );
}

function said() {
  if (problem) return [make("p", { class: "problem" }, both(...faultWords(problem)))];
  if (!advice) return [];
  const { win, waits, discards, ready, shanten, warnings, passed } = advice;
  const shown = all ? discards : discards.slice(0, 4);
  return [
    ...warnings.map((one) => make("p", { class: "problem", "data-warning": one.code }, both(one.zh, one.en))),
    advice.void && make("p", { class: "hint" }, both(`缺${suitWords(advice.void)[0]}`, `void: ${suitWords(advice.void)[1]}`)),
    passed.length > 0 && make("p", { class: "problem" }, both(`过手：${passed.map(tileName).join("、")}，摸牌前不能胡`, "Passed: not to be won off a discard before the own draw")),
    win && make("p", { class: "headline" }, win.passed ? notNow() : chip("won", "能胡", "wins now"), win.tile && tileName(win.tile)),
    win && !win.passed && make("div", { class: "win" }, ...worth(win, label(), sum(win.payers.length > 1 ? "每家付" : "付", "pays", win.each))),
    !win && waits.length > 0 && make("p", { class: "headline" }, chip("ready", "下叫", "ready"), waitingFor(waits)),
    waits.length > 0 && make("ul", { class: "waits" }, ...waits.map(waitRow)),
    !waits.length && !win && !discards.length && !ready && make("p", { class: "headline" }, chip("far", "没叫", "not ready"), farFrom(shanten)),
    discards.length > 0 && make("p", { class: "headline" }, both("打哪张", "Best discards")),
    make("ul", { class: "discards" }, ...shown.map((one) => discardRow(one, discards[0]))),
    shown.length < discards.length && button("all discards", `还有 ${discards.length - shown.length} 种`, "Show all", () => ((all = true), paint()), { kind: "link" }),
  ];
}

/** Ask again what had no answer. */
function anew() {
  asked = "";
  paint();
}

async function look() {
  const view = now();
  const own = view.round.seats[view.me.seat];
  const tiles = tilesKept(key());
  const text = textOf(tiles);
  const want = `${view.stamp} ${text}`;
  if (want === asked) return;
  asked = want;
  const known = own.hand !== null; // noted in the record
  const told = tiles.length > 0 && !tiles.includes("?") && tiles.length >= own.concealed - 1;
  askOdds(want, told ? text : null, paint, anew);
  if (!known && (tiles.includes("?") || tiles.length < own.concealed - 1)) {
    advice = problem = null;
    return;
  }
  try {
    const form = await (known && !tiles.length ? ask("/advice") : ask("/advice", { hand: text }));
    if (asked !== want) return;
    advice = form;
    problem = null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (asked !== want) return;
    advice = null;
    problem = error.problem;
    later("own", error, anew);
  }
  all = false;
  paint();
}

function body() {
  const view = now();
  const { round, me } = view;
  if (!round || me.seat == null) return [make("p", { class: "hint" }, both("开局后，这里看自己的牌。", "Your own hand is here once a hand has started."))];
  if (round.finished) return [make("p", { class: "hint" }, both("这局打完了。", "The hand is over."))];
  if (view.table.fair_play) {
    forgetOdds();
    return [make("p", { class: "problem" }, both("公平模式：打完才看得到听牌和建议。", "Fair play: waits and advice come after the hand."))];
  }
  const own = round.seats[me.seat];
  if (own.status !== "in") return [make("p", { class: "hint" }, both("你已经胡了。", "You have won."))];
  const mine = tilesKept(key());
  const note = own.hand === null && mine.length === own.concealed && mine.length === 13 && view.next.opening.length > 0;
  return [
    make("div", { class: "answer", "aria-live": "polite" }, ...said()),
    oddsCard(paint),
    ...editor(key(), own.concealed - (own.concealed % 3 === 2 ? 1 : 0), own.melds, { one_more: true }),
    note && button("note hand", "把这手牌记到桌上（别人看不到）", "Note it in the record, unseen by others", () => tell("记手牌", { path: "/events", body: { event: { kind: "dealt", seat: me.seat, hand: textOf(mine) } } })),
  ];
}

/** Draw the own page where it is the one shown. */
function paint() {
  if (!now() || byId("tab-mine").hidden) return;
  redraw(byId("mine-body"), ...body());
  if (playing() && now().me.seat != null && !now().table.fair_play) look();
}

/** A tile that its player discards leaves the hand kept here; one drawn by the record joins it. */
export function follow(news) {
  const { me, round } = now();
  if (!round || me.seat == null) return;
  let tiles = tilesKept(key());
  if (!tiles.length) return;
  const away = (tile, many) => {
    for (let n = 0; n < many; n += 1) {
      const at = tiles.indexOf(tile);
      if (at >= 0) tiles = tiles.filter((_, place) => place !== at);
    }
  };
  for (const { what, event } of news) {
    if (what !== "event" || event?.seat !== me.seat) continue;
    if (event.kind === "discarded") away(event.tile, 1);
    if (event.kind === "ponged") away(event.tile, 2);
    if (event.kind === "konged") away(event.tile, { exposed: 3, added: 1, concealed: 4 }[event.how]);
  }
  keep(`hand.${key()}`, tiles.length ? tiles : null);
}

whenChanged(paint);
