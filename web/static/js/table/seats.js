// 四家: everybody's side of the table: name, dealer, money, melds, discards; and the rule card.

import { both, byId, make, redraw, tilePicture } from "../dom.js";
import { PRESETS } from "../words.js";
import { askReveal } from "./acts.js";
import { button } from "./panel.js";
import { askAbout } from "./rare.js";
import { nextRules } from "./setup.js";
import { mayTell, now, playing, seatOrder, whenChanged } from "./state.js";
import { meldPicture, tilesOf } from "./tiles.js";
import { demand, personName, sign, signed, suitWords } from "./words.js";

const tag = (kind, zh, en) => make("span", { class: `chip ${kind}` }, both(zh, en));

function marks(one, state) {
  return [
    one.seat === 0 && tag("dealer", "庄", ""),
    one.mine && tag("far", "我", "me"),
    state.turn === one.seat && tag("turn", "该他", "turn"),
    one.status === "won" && tag("won", `第${["一", "二", "三"][state.winners.indexOf(one.seat)] ?? ""}胡`, "won"),
    one.gone && tag("dead", "已走", "left"),
    one.void && tag("void", `缺${suitWords(one.void)[0]}`, "void"),
  ];
}

function seatRow(one) {
  const { round, circle } = now();
  const total = circle.find(({ person }) => person === one.person)?.balance;
  const gained = round.net[one.seat];
  const pressed = mayTell() ? () => askAbout(one.seat) : null;
  const head = [
    make("span", { class: "who" }, make("b", { class: "name" }, personName(one.person)), ...marks(one, round)),
    make(
      "span",
      { class: "purse" },
      make("b", { class: `net ${sign(gained)}`, "data-net": gained, "aria-label": `本局 this hand ${signed(gained)}` }, signed(gained)),
      make("small", { class: "total", "data-total": total ?? "" }, `共 ${total == null ? "？" : signed(total)}`),
    ),
  ];
  const line = pressed
    ? make("button", { type: "button", class: "seat-head", "data-focus": `seat ${one.seat}`, onclick: pressed }, ...head)
    : make("div", { class: "seat-head" }, ...head);
  const shown = one.hand && (!one.mine || round.finished);
  return make(
    "li",
    { class: `seat${round.turn === one.seat ? " on" : ""}${one.status === "in" ? "" : " out"}`, "data-seat": one.seat },
    line,
    one.melds.length > 0 && make("div", { class: "row melds" }, ...one.melds.map(meldPicture)),
    shown && make("div", { class: "row shown", "aria-label": "亮牌 shown" }, ...tilesOf(one.hand).map(tilePicture)),
    make("div", { class: "row pool", "aria-label": "打出的牌 discards" }, ...discards(one, round)),
  );
}

function discards(one, round) {
  const offered = round.offer && !round.offer.kong && round.offer.seat === one.seat;
  return one.discards.map((tile, at) => {
    const picture = tilePicture(tile);
    if (offered && at === one.discards.length - 1) picture.classList.add("last");
    return picture;
  });
}

function chairRow(one) {
  return make(
    "li",
    { class: "seat" },
    make(
      "div",
      { class: "seat-head" },
      make(
        "span",
        { class: "who" },
        make("b", { class: "name" }, one.name),
        one.person.startsWith("chair:") ? tag("far", "空位", "free") : one.away && tag("far", "离线", "away"),
      ),
      make("span", { class: "purse" }, make("b", { class: `net ${sign(one.balance)}` }, signed(one.balance ?? 0))),
    ),
  );
}

function missing() {
  return now().round.missing.map((text) => {
    const { seat, zh, en } = demand(text);
    return make(
      "li",
      { "data-missing": seat },
      make("span", {}, both(zh, en)),
      seat != null && mayTell() && button(`tell ${seat}`, "拍照或点牌", "Photo or taps", () => askReveal(seat), { kind: "quiet" }),
    );
  });
}

const times = (cap) => (cap === "none" ? "不封顶" : `封顶${2 ** cap}倍`);
const LABELS = { multiple: "论倍", fan0: "论番，平胡0番", fan1: "论番，平胡1番" };
const DRAWS = { base: "自摸加底", doubling: "自摸加番", none: "自摸不加" };
const VOIDS = { free: "不定缺", declared: "定缺", sticky: "缺了就定" };

/** The rule card's words for a rule set's values. */
function cardWords({ name, values }) {
  const kong = ["concealed", "exposed", "added"].map((how) => values[`kong.${how}`]);
  const others = values["kong.exposed_others"];
  return [
    (PRESETS[name] ?? [name])[0],
    times(values.cap),
    `底${values.base}`,
    DRAWS[values.self_draw],
    `暗杠${kong[0]} 直杠${kong[1]}${others ? `+${others}` : ""} 弯杠${kong[2]}`,
    VOIDS[values.void],
    LABELS[values.label],
    values.ending === "blood" ? "血战" : "一家胡就完",
  ];
}

function paint() {
  const view = now();
  if (!view) return;
  const { round } = view;
  const rules = playing() ? round.rules : (nextRules() ?? round?.rules);
  byId("card").hidden = !rules;
  if (rules) redraw(byId("card"), ...cardWords(rules).map((word) => make("span", {}, word)));
  const rows = round ? seatOrder().map(seatRow) : view.circle.map(chairRow);
  redraw(byId("seats"), ...rows);
  redraw(byId("missing"), ...(round ? missing() : []));
  document.body.classList.toggle("playing", playing());
}

whenChanged(paint);
