// 拍照结账: what no picture shows of a win and of its kongs, one choice each.

import { both, make, tileButton } from "../dom.js";
import { MELDS, tileName } from "../words.js";
import * as ending from "./ending.js";
import { button, choices, flip, several, tileKeys } from "./panel.js";
import { round, seatsIn, untouched } from "./state.js";
import { seatName } from "./words.js";

const hint = (zh, en) => make("p", { class: "hint" }, both(zh, en));
const seatOptions = (seats) => seats.map((seat) => ({ value: seat, zh: seatName(seat), en: "" }));

/** Who won, off whom, which tile, after a kong. */
export function winQuestions(change) {
  const { seats, giver, tile, robbed, after, first } = ending.told();
  const playing = seatsIn().map(({ seat }) => seat);
  const givers = playing.filter((seat) => !seats.includes(seat));
  const held = seats.map(ending.handOf).filter((hand) => hand && ending.holdsWon(hand));
  return [
    hint("谁胡了", "Who won"),
    several("谁胡 who won", playing, seats, (seat) =>
      change((copy) => {
        copy.seats = flip(copy.seats, seat);
        if (copy.seats.includes(copy.giver) || (copy.seats.length > 1 && copy.giver === "self")) copy.giver = null;
        copy.after = null;
      }),
    ),
    seats.length > 0 && hint("怎么胡的", "How"),
    seats.length > 0 &&
      choices(
        "谁点炮 from whom",
        [...(seats.length === 1 ? [{ value: "self", zh: "自摸", en: "Self-draw" }] : []), ...seatOptions(givers).map((one) => ({ ...one, en: "点炮 dealt in" }))],
        giver,
        (value) => change((copy) => Object.assign(copy, { giver: value, robbed: false, after: null, first: false })),
      ),
    ...(giver == null ? [] : [...tileQuestion(change, tile, held), ...kongToggle(change, { seats, giver, robbed, after }), giver === "self" && untouched() && firstToggle(change, first)]),
  ].filter(Boolean);
}

function tileQuestion(change, tile, held) {
  const choose = (chosen) => change((copy) => (copy.tile = chosen));
  if (held.length) {
    const kinds = [...new Set(held[0].tiles)].filter((one) => one !== "?");
    return [
      hint("哪张是胡的", "Which of these was won on"),
      make(
        "div",
        { class: "tiles", role: "group", "aria-label": "胡的哪张 the tile won on" },
        ...kinds.map((one) => tileButton(one, `${tileName(one)} ${one}`, `won ${one}`, () => choose(one), { "aria-pressed": String(one === tile) })),
      ),
    ];
  }
  if (!tile) return [hint("胡的哪张", "Which tile was won on"), tileKeys(choose, () => true, () => 0, null, "won")];
  const again = tileButton(tile, `胡的是${tileName(tile)}，点改 won on ${tile}, tap to change`, "won again", () => choose(null));
  return [hint("胡的是", "Won on"), make("div", { class: "tiles" }, again)];
}

function firstToggle(change, first) {
  return button("first", `天胡／地胡：${first ? "是" : "否"}`, "Won on the very first draw", () => change((copy) => (copy.first = !copy.first)), { "aria-pressed": String(first) });
}

/** 杠上花, 杠上炮, 抢杠: nothing of it shows in a picture. */
function kongToggle(change, { seats, giver, robbed, after }) {
  const konger = giver === "self" ? seats[0] : giver;
  const names = giver === "self" ? ["杠上花", "After an own kong"] : ["杠上炮", "The discard after a kong"];
  const laid = ending.handOf(konger)?.melds.filter(({ kind }) => kind !== "p") ?? [];
  const set = (part) => change((copy) => Object.assign(copy.after, part));
  const start = () =>
    change((copy) => {
      copy.robbed = false;
      if (copy.after) {
        copy.after = null;
        return;
      }
      const [only] = laid.length === 1 ? laid : [];
      copy.after = { seat: konger, tile: only?.tile ?? null, kind: only?.sure ? only.kind : null, giver: null, drawn: null };
    });
  return [
    make(
      "div",
      { class: "line" },
      button("after kong", `${names[0]}：${after ? "是" : "否"}`, names[1], start, { "aria-pressed": String(Boolean(after)) }),
      giver !== "self" &&
        button(
          "robbed",
          `抢杠：${robbed ? "是" : "否"}`,
          "A robbed kong",
          () => change((copy) => Object.assign(copy, { robbed: !copy.robbed, after: null })),
          { "aria-pressed": String(robbed) },
        ),
    ),
    ...(after
      ? [
          hint(`${seatName(konger)} 刚才的杠`, "That kong"),
          choices("刚才哪种杠 which kong", kinds(), after.kind, (kind) => set({ kind })),
          laid.length > 0
            ? make(
                "div",
                { class: "tiles" },
                ...laid.map(({ tile }) => tileButton(tile, tileName(tile), `after tile ${tile}`, () => set({ tile }), { "aria-pressed": String(tile === after.tile) })),
              )
            : tileKeys((tile) => set({ tile }), () => true, () => 0, after.tile, "after"),
          after.kind === "k" && hint("谁打的那张", "Who discarded it"),
          after.kind === "k" && choices("刚才谁打的 discarder", seatOptions(seatsIn().map(({ seat }) => seat).filter((seat) => seat !== konger)), after.giver, (seat) => set({ giver: seat })),
          after.kind === "a" && drawnChoice("刚才 after", after.drawn, (drawn) => set({ drawn })),
        ]
      : []),
  ];
}

const kinds = () => ["k", "a", "c"].map((kind) => ({ value: kind, zh: MELDS[kind][0], en: MELDS[kind][1] }));

function drawnChoice(name, chosen, choose) {
  return choices(
    `${name} 是刚摸的吗 just drawn`,
    [
      { value: true, zh: "刚摸就杠", en: "just drawn" },
      { value: false, zh: "早在手里", en: "held before" },
    ],
    chosen,
    choose,
  );
}

/** Of each kong that no event told: its kind, who pays it, whether somebody was out by then. */
export function kongQuestions(change) {
  return ending
    .newKongs()
    .filter((kong) => !ending.isAfter(kong))
    .map((kong) => {
      const { seat, tile, sure, pong } = kong;
      const name = `${seat}.${tile}`;
      const said = ending.aboutKong(seat, tile);
      const kind = ending.kindOf(kong);
      const set = (part) => change((copy) => (copy.kongs[name] = { ...copy.kongs[name], ...part }));
      const others = round().seats.map((one) => one.seat).filter((one) => one !== seat);
      const earlier = ending.earlier().filter((one) => one !== seat);
      return make(
        "section",
        { class: "card told", "data-kong": name },
        make("p", { class: "now" }, both(`${seatName(seat)} 的${kind ? MELDS[kind][0] : "杠"}${tileName(tile)}`, `kong of ${tile}`)),
        !sure && !pong && choices(`哪种杠 which ${name}`, kinds(), kind, (value) => set({ kind: value })),
        kind === "k" && hint("谁打的那张", "Who discarded it"),
        kind === "k" && choices(`谁打的 discarder ${name}`, seatOptions(others), said.from ?? null, (from) => set({ from })),
        ending.asksDrawn(kong) && drawnChoice(name, said.drawn ?? null, (drawn) => set({ drawn })),
        earlier.length > 0 && hint("杠的时候，谁已经胡了", "Who had won when it was made"),
        earlier.length > 0 && several(`已胡 out ${name}`, earlier, said.out ?? round().winners, (one) => set({ out: flip(said.out ?? round().winners, one) })),
      );
    });
}
