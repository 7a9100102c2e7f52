// 四家: everybody's side of the table: name, dealer, money, melds, discards; and the rule card.

import { both, byId, make, redraw, tilePicture } from "../dom.js";
import { tileName } from "../words.js";
import { askReveal } from "./acts.js";
import { button } from "./panel.js";
import { askAbout, askBetTile, tellChecked } from "./rare.js";
import { calledBy, nextRules, saidBy, setWords } from "./setup.js";
import { mayTell, now, playing, seatOrder, whenChanged } from "./state.js";
import { meldPicture, tilesOf } from "./tiles.js";
import { demand, HOW, personName, sign, signed, suitWords } from "./words.js";
import { waiting } from "./wire.js";

const tag = (kind, zh, en) => make("span", { class: `chip ${kind}` }, both(zh, en));

function marks(one, state) {
  return [
    one.seat === 0 && tag("dealer", "庄", "dealer"),
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
      make("small", { class: "total", "data-total": total ?? "" }, both("共", "in all"), ` ${total == null ? "？" : signed(total)}`),
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

// what a camera read with less than this is shown as not sure
const SURE = 0.97;

function discards(one, round) {
  const told = round.lines.filter(({ event }) => event?.kind === "discarded" && event.seat === one.seat);
  const offered = round.offer && !round.offer.kong && round.offer.seat === one.seat;
  return one.discards.map((tile, at) => {
    const picture = tilePicture(tile);
    if (offered && at === one.discards.length - 1) picture.classList.add("last");
    const { camera } = told[at] ?? {};
    if (camera != null && camera < SURE && !one.taken.includes(at)) {
      picture.classList.add("unsure");
      picture.setAttribute("aria-label", `${tileName(tile)}？没看准 not sure`);
    }
    if (one.taken.includes(at)) {
      picture.classList.add("taken");
      picture.setAttribute("aria-label", `${tileName(tile)} 被拿走 claimed`);
    }
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
  const { round } = now();
  return round.missing.map((text) => {
    const { seat, bet, gap, zh, en } = demand(text);
    if (bet && !round.finished) return null; // nobody looks at it before the end
    return make(
      "li",
      { "data-missing": seat },
      make("span", {}, both(zh, en)),
      seat != null && mayTell() && button(`tell ${seat}`, "拍照或点牌", "Photo or taps", () => askReveal(seat), { kind: "quiet" }),
      bet && mayTell() && button("turn bet", "翻开", "Turn it over", askBetTile, { kind: "quiet" }),
      gap && mayTell() && button("checked", "核对过了", "Nothing is missing", tellChecked, { kind: "quiet", disabled: waiting().length > 0 }),
    );
  });
}

/** What the fifth person has gained in the hand. */
function sideBetRow({ net, side_bet: bet }) {
  const points = net.at(-1);
  return make(
    "li",
    { class: "seat", "data-seat": "bet" },
    make(
      "div",
      { class: "seat-head" },
      make("span", { class: "who" }, make("b", { class: "name" }, bet.name), tag("far", "叫马", "side bet")),
      make("span", { class: "purse" }, make("b", { class: `net ${sign(points)}`, "data-net": points }, signed(points))),
    ),
  );
}

const CHINESE = (navigator.language || "zh").toLowerCase().startsWith("zh");
const CARD = { first: ["cap", "base", "self_draw"], named: ["void"], plain: ["label", "ending"], switched: ["exchange_three", "side_bet"] };

function kongPrices(values) {
  const others = values["kong.exposed_others"] ? `+${values["kong.exposed_others"]}` : "";
  const prices = Object.entries({ concealed: "", exposed: others, added: "" }).map(([how, more]) => [...HOW[how], values[`kong.${how}`] + more]);
  return [prices.map(([zh, , price]) => `${zh} ${price}`).join(" "), `Kongs: ${prices.map(([, en, price]) => `${en.replace(" kong", "")} ${price}`).join(", ")}`];
}

/** The rule card's words for a rule set's values: in one language, as it stands on every page. */
function cardWords({ name, values }) {
  const words = [
    setWords(name),
    ...saidBy(CARD.first, values),
    kongPrices(values),
    ...saidBy(CARD.named, values),
    ...saidBy(CARD.plain, values, true),
    ...calledBy(CARD.switched.filter((key) => values[key])),
  ];
  return words.map(([zh, en]) => (CHINESE ? zh : en));
}

function paint() {
  const view = now();
  if (!view) return;
  const { round } = view;
  const rules = playing() ? round.rules : (nextRules() ?? round?.rules);
  byId("card").hidden = !rules;
  byId("card").lang = CHINESE ? "zh-CN" : "en";
  if (rules) redraw(byId("card"), ...cardWords(rules).map((word) => make("span", {}, word)));
  const rows = round ? [...seatOrder().map(seatRow), round.side_bet && sideBetRow(round)] : view.circle.map(chairRow);
  redraw(byId("seats"), ...rows);
  redraw(byId("missing"), ...(round ? missing() : []));
  document.body.classList.toggle("playing", playing());
}

whenChanged(paint);
