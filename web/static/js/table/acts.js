// 记牌: what is asked to record an event. Each takes at most three taps.

import { both, make, tilePicture } from "../dom.js";
import { tileName } from "../words.js";
import { editor, keepTiles, textOf, tilesKept } from "./editor.js";
import { button, closePanel, openPanel, paintPanel, seatChoice, seenFor, tileKeys } from "./panel.js";
import { keep, now, round, seatOrder, seatsIn, untouched } from "./state.js";
import { demand, HOW, seatName } from "./words.js";
import { tellEvents } from "./wire.js";

const next = () => now().next;

/** Record and be done. */
export function done(label, ...events) {
  const seen = seenFor(events[0]);
  closePanel();
  tellEvents(label, events, seen);
}

/** Whose turn it is to act or draw. */
export const acting = () => next()?.act ?? next()?.draw ?? round()?.turn ?? 0;

/** 打牌: two taps; a third chooses another player. */
export function askDiscard() {
  let seat = acting();
  openPanel(["打哪张", "Which tile is discarded"], () => [
    seatChoice("谁打 who", seat, (value) => {
      seat = value;
      paintPanel();
    }),
    tileKeys((tile) => done("打牌", { kind: "discarded", seat, tile })),
  ]);
}

/** 碰. */
export function askPong() {
  const { offer } = round();
  openPanel([`谁碰${tileName(offer.tile)}`, `Who pongs ${offer.tile}`], () => [
    make(
      "div",
      { class: "stack" },
      ...seatOrder()
        .filter(({ seat }) => next().pong.includes(seat))
        .map(({ seat }) =>
          button(`pong ${seat}`, `${seatName(seat)} 碰`, "pong", () => done("碰", { kind: "ponged", seat, tile: offer.tile })),
        ),
    ),
  ]);
}

const DRAWN = { true: ["，刚摸的", ", just drawn"], false: ["，早在手里", ", held before"] };

function drawnMatters() {
  const { values } = round().rules;
  return values["kong.added_only_just_drawn"] && values["kong.added"] > 0;
}

/** 杠: exposed and added ones are listed; a concealed one asks the tile. */
export function askKong() {
  let concealed = null;
  openPanel(["杠", "Kong"], () => {
    const told = next().kong;
    const exposed = told.filter(({ how }) => how === "exposed");
    const added = told.filter(({ how }) => how === "added");
    if (concealed !== null) {
      return [
        make("p", { class: "hint" }, both(`${seatName(concealed)} 暗杠哪张`, "Which tile, concealed")),
        tileKeys(
          (tile) => done("暗杠", { kind: "konged", seat: concealed, how: "concealed", tile }),
          (tile, left) => left === 4,
        ),
      ];
    }
    const late = added.length
      ? added
      : seatsIn().flatMap(({ seat, melds }) =>
          melds.filter((one) => one.startsWith("#p")).map((one) => ({ seat, how: "added", tile: one.slice(2) })),
        );
    const line = ({ seat, how, tile }, just = null) => {
      const [zh, en] = just === null ? ["", ""] : DRAWN[just];
      const said = just === null ? {} : { just_drawn: just };
      return make(
        "button",
        {
          type: "button",
          class: "big tiled",
          "data-focus": `${how} ${seat} ${tile}${just === null ? "" : ` ${just ? "drawn" : "held"}`}`,
          onclick: () => done(HOW[how][0], { kind: "konged", seat, how, tile, ...said }),
        },
        tilePicture(tile),
        make("span", {}, both(`${seatName(seat)} ${HOW[how][0]}${tileName(tile)}${zh}`, `${HOW[how][1]} ${tile}${en}`)),
      );
    };
    // whether it was the tile just drawn is money, and shows only where the draw was told
    const twice = drawnMatters() && !round().drawn;
    return [
      make(
        "div",
        { class: "stack" },
        ...exposed.map((one) => line(one)),
        ...late.flatMap((one) => (twice ? [line(one, true), line(one, false)] : [line(one)])),
      ),
      make("p", { class: "hint" }, both("暗杠，谁的", "Concealed kong, whose")),
      seatChoice("暗杠 concealed", null, (seat) => {
        concealed = seat;
        paintPanel();
      }),
    ];
  });
}

/** Seats in play order from the one after the giver. */
function inPlay(seats, giver) {
  const { length } = round().seats;
  return [...seats].sort((a, b) => ((a - giver + length) % length) - ((b - giver + length) % length));
}

/** Every choice of one or more of some seats, the single ones first. */
function groups(seats) {
  const found = [[]];
  for (const seat of seats) found.push(...found.map((one) => [...one, seat]));
  return found.slice(1).sort((a, b) => a.length - b.length);
}

/** 胡: on the tile offered, several at once too; else by self-draw. */
export function askWin() {
  const { offer } = round();
  if (!offer || !next().win.length) {
    askDealIn();
    return;
  }
  const may = inPlay(next().win, offer.seat);
  const how = offer.kong ? "抢杠" : "点炮";
  openPanel([`${seatName(offer.seat)} ${how}${tileName(offer.tile)}，谁胡`, `Who wins on ${offer.tile}`], () => [
    winners(may, next().together, (seats) => done("胡", { kind: "won", seats })),
    offer.kong ? false : button("other tile", "是另一张：谁点的炮", "Another tile", askDealIn, { kind: "link" }),
  ]);
}

/** 点炮 without the discard recorded before: from whom, which tile, who wins. */
function askDealIn() {
  let giver = next().act ?? round().offer?.seat ?? acting();
  let tile = null;
  openPanel(["谁点炮，哪张", "Who dealt in, which tile"], () => {
    if (tile === null) {
      return [
        seatChoice("谁点炮 who", giver, (value) => {
          giver = value;
          paintPanel();
        }),
        tileKeys((chosen) => {
          tile = chosen;
          paintPanel();
        }),
      ];
    }
    const may = inPlay(
      seatsIn()
        .map(({ seat }) => seat)
        .filter((seat) => seat !== giver),
      giver,
    );
    return [
      make("p", { class: "hint" }, both(`${seatName(giver)} 打了${tileName(tile)}，谁胡`, `Who wins on ${tile}`)),
      winners(may, round().rules.values.many_winners, (seats) =>
        done("胡", { kind: "discarded", seat: giver, tile }, { kind: "won", seats }),
      ),
    ];
  });
}

/** Buttons for every choice of winners: one tap, several at once too. */
function winners(may, together, win) {
  return make(
    "div",
    { class: "winners" },
    ...groups(may)
      .filter((seats) => seats.length === 1 || together)
      .map((seats) =>
        button(
          `win ${seats.join("")}`,
          seats.map((seat) => seatName(seat)).join("、"),
          seats.length > 1 ? `${seats.length} together` : "",
          () => win(seats),
          { kind: seats.length === 1 ? "big primary" : "big" },
        ),
      ),
  );
}

/** 自摸: who and which tile; the tile is drawn first where nobody has told it. */
export function askSelfDraw() {
  let seat = acting();
  let first = false;
  openPanel(["谁自摸，哪张", "Who drew which tile"], () => {
    const { drawn, turn, phase } = round();
    const known = phase === "act" && turn === seat && drawn;
    // where nothing of the hand was recorded, it must be said that this was the very first draw: it is the cap
    const silent = untouched() && !first ? [{ kind: "gap" }] : [];
    const win = (tile) => [...silent, { kind: "drawn", seat, tile }, { kind: "won", seats: [seat] }];
    return [
      untouched() &&
        !known &&
        button(
          "first",
          `天胡／地胡：${first ? "是" : "否"}`,
          "Won on the very first draw",
          () => {
            first = !first;
            paintPanel();
          },
          { "aria-pressed": String(first) },
        ),
      seatChoice("谁自摸 who", seat, (value) => {
        seat = value;
        paintPanel();
      }),
      known
        ? button("win drawn", `胡刚摸的${tileName(drawn)}`, `wins with ${drawn}`, () => done("自摸", { kind: "won", seats: [seat] }), {
            kind: "big primary",
          })
        : tileKeys((tile) => done("自摸", ...win(tile))),
    ];
  });
}

/** 过. */
export function askPass() {
  openPanel(["谁过，能胡不胡", "Who lets the win go"], () => [
    make(
      "div",
      { class: "stack" },
      ...next().pass.map((seat) => button(`pass ${seat}`, `${seatName(seat)} 过`, "pass", () => done("过", { kind: "passed", seat }))),
    ),
  ]);
}

/** 黄庄. */
export function askWallEmpty() {
  openPanel(["牌墙摸完了？", "Is the wall empty?"], () => [
    button("wall", "黄庄，查花猪查叫", "Yes: check pigs and ready hands", () => done("黄庄", { kind: "wall_empty" }), {
      kind: "big primary",
    }),
  ]);
}

/** 亮牌: the hand of a seat, by photo or taps. */
export function askReveal(seat) {
  const at = round().number;
  const key = `${at}.${seat}`;
  keep("panel", { reveal: seat, round: at });
  const own = `own.${at}`;
  const missing = () => round().missing.some((text) => demand(text).seat === seat);
  const wanted = missing();
  openPanel([`${seatName(seat)} 的手牌`, `${seatName(seat)}'s hand`], () => {
    const one = round()?.seats[seat];
    if (!one || round().number !== at) return [];
    if (wanted && !missing()) {
      keep("panel", null); // another phone has told it
      closePanel();
      return [];
    }
    const told = tilesKept(key);
    const need = one.concealed - (one.status === "won" && one.concealed % 3 === 2 ? 1 : 0);
    const right = told.length === need || (one.status === "won" && told.length === need + 1);
    const show = () => {
      keep("panel", null);
      closePanel();
      tellEvents("亮牌", [{ kind: "revealed", seat, hand: textOf(told) }], now().records, key);
      const others = round().missing.map((text) => demand(text).seat).filter((other) => other != null && other !== seat);
      if (others.length) askReveal(others[0]);
    };
    const mine = one.mine && tilesKept(own).length > 0 && !told.length;
    return [
      make("p", { class: "hint" }, both(`碰杠之外 ${need} 张${one.status === "won" ? "，胡的那张不算" : ""}`, "Without melds and the winning tile")),
      mine && button("use own", "用“我的”那手牌", "Use the hand of my page", () => keepTiles(key, tilesKept(own))),
      ...editor(key, need, one.melds, { one_more: one.status === "won" }),
      button(`show ${seat}`, "亮牌", "Show this hand", show, { kind: `big primary${right ? " floating" : ""}`, disabled: !right || told.includes("?") }),
      told.length > 0 &&
        !right &&
        !told.includes("?") &&
        button(`odd ${seat}`, "张数就是不对（相公）", "The number really is wrong", show, { kind: "link" }),
    ];
  });
}
