// 记牌: what is asked to record an event. Each takes at most three taps.

import { both, make, tilePicture } from "../dom.js";
import { tileName } from "../words.js";
import { dropTiles, editor, keepTiles, textOf, tilesKept } from "./editor.js";
import { button, choices, closePanel, openPanel, paintPanel, seatChoice, tileKeys } from "./panel.js";
import { keep, now, playing, round, seatOrder, seatsIn } from "./state.js";
import { demand, HOW, seatName, suitWords } from "./words.js";
import { tellEvents } from "./wire.js";

const next = () => now().next;

/** Record and be done. */
function done(label, ...events) {
  closePanel();
  tellEvents(label, ...events);
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
    const line = ({ seat, how, tile }) =>
      make(
        "button",
        {
          type: "button",
          class: "big tiled",
          "data-focus": `${how} ${seat} ${tile}`,
          onclick: () => done(HOW[how][0], { kind: "konged", seat, how, tile }),
        },
        tilePicture(tile),
        make("span", {}, both(`${seatName(seat)} ${HOW[how][0]}${tileName(tile)}`, `${HOW[how][1]} ${tile}`)),
      );
    return [
      make("div", { class: "stack" }, ...exposed.map(line), ...late.map(line)),
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
  openPanel(["谁自摸，哪张", "Who drew which tile"], () => {
    const { drawn, turn, phase } = round();
    const known = phase === "act" && turn === seat && drawn;
    const win = (tile) => [{ kind: "drawn", seat, tile }, { kind: "won", seats: [seat] }];
    return [
      seatChoice("谁自摸 who", seat, (value) => {
        seat = value;
        paintPanel();
      }),
      known
        ? button("win drawn", `胡刚摸的${tileName(drawn)}`, `wins with ${drawn}`, () => done("自摸", win(drawn)[1]), {
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
  openPanel([`${seatName(seat)} 的手牌`, `${seatName(seat)}'s hand`], () => {
    const one = round()?.seats[seat];
    if (!one || round().number !== at) return [];
    const told = tilesKept(key);
    const need = one.concealed - (one.status === "won" && one.concealed % 3 === 2 ? 1 : 0);
    const right = told.length === need || (one.status === "won" && told.length === need + 1);
    const show = () => {
      keep("panel", null);
      const hand = textOf(told);
      dropTiles(key);
      done("亮牌", { kind: "revealed", seat, hand });
      const others = round().missing.map((text) => demand(text).seat).filter((other) => other != null && other !== seat);
      if (others.length) askReveal(others[0]);
    };
    const mine = one.mine && tilesKept(own).length > 0 && !told.length;
    return [
      make("p", { class: "hint" }, both(`碰杠之外 ${need} 张${one.status === "won" ? "，胡的那张不算" : ""}`, "Without melds and the winning tile")),
      mine && button("use own", "用“我的”那手牌", "Use the hand of my page", () => keepTiles(key, tilesKept(own))),
      ...editor(key, need, one.melds, { one_more: one.status === "won" }),
      button(`show ${seat}`, "亮牌", "Show this hand", show, { kind: "big primary", disabled: !right || told.includes("?") }),
      told.length > 0 &&
        !right &&
        !told.includes("?") &&
        button(`odd ${seat}`, "张数就是不对（相公）", "The number really is wrong", show, { kind: "link" }),
    ];
  });
}

/** What is asked about one player when their row is tapped. */
export function askAbout(seat) {
  openPanel([seatName(seat), "What about this player"], () => {
    const one = round().seats[seat];
    const still = playing() && one.status === "in";
    const act = (focus, zh, en, press, show = true) => show && button(focus, zh, en, press);
    return [
      make(
        "div",
        { class: "grid" },
        act("about show", "亮牌", "Show hand", () => askReveal(seat)),
        act("about void", "定缺", "Void suit", () => askVoid(seat), still),
        act("about false", "诈胡", "False win", () => done("诈胡", { kind: "false_win", seat }), still),
        act("about left", "离桌", "Leaves", () => done("离桌", { kind: "left", seat }), playing() && !one.gone),
        act("about exchange", "换三张", "Exchange", () => askExchange(seat), still && now().next.opening.length > 0),
        act("about draw", "摸牌", "Draws a tile", () => askDraw(seat), still),
      ),
    ];
  });
}

/** 摸牌: noted where somebody wants it. */
function askDraw(seat) {
  openPanel([`${seatName(seat)} 摸哪张`, "Which tile is drawn"], () => [
    tileKeys((tile) => done("摸牌", { kind: "drawn", seat, tile })),
    button("draw unseen", "没看见", "Nobody saw it", () => done("摸牌", { kind: "drawn", seat, tile: "?" })),
  ]);
}

/** 定缺: the seat, then the suit. */
export function askVoid(first = null) {
  let seat = first;
  openPanel(["定缺", "Void suit"], () => [
    seatChoice("谁定缺 who", seat, (value) => {
      seat = value;
      paintPanel();
    }),
    seat != null &&
      choices(
        "缺哪门 suit",
        [..."mps"].map((suit) => ({ value: suit, zh: suitWords(suit)[0], en: suitWords(suit)[1] })),
        null,
        (suit) => done("定缺", { kind: "void_chosen", seat, suit }),
      ),
  ]);
}

/** 换三张: the three given, then the three got; unseen ones are left unseen. */
export function askExchange(first = null) {
  let seat = first ?? now().me.seat ?? 0;
  let tiles = [];
  openPanel(["换三张", "Exchange three"], () => [
    seatChoice("谁换 who", seat, (value) => {
      seat = value;
      paintPanel();
    }),
    make(
      "p",
      { class: "hint" },
      tiles.length < 3 ? both(`换出第 ${tiles.length + 1} 张`, "Given away") : both(`换进第 ${tiles.length - 2} 张`, "Got"),
    ),
    make("div", { class: "tiles" }, ...tiles.map(tilePicture)),
    tileKeys((tile) => {
      tiles = [...tiles, tile];
      if (tiles.length === 6) send(tiles);
      else paintPanel();
    }),
    button("unseen", "没看见（换了就行）", "Nobody saw them", () => send([..."??????"])),
  ]);
  const send = (all) =>
    done("换三张", { kind: "exchanged", seat, gave: all.slice(0, 3).join(" "), got: all.slice(3).join(" ") });
}

/** 叫马: the fifth person, and the tile where it is seen already. */
export function askSideBet() {
  let name = "";
  openPanel(["叫马", "Side bet"], () => [
    make("input", {
      class: "field",
      "data-focus": "bet name",
      placeholder: "谁叫马 name",
      "aria-label": "谁叫马 name",
      maxlength: 20,
      value: name,
      oninput: ({ target }) => (name = target.value),
    }),
    button("bet", "扣着，打完再翻", "Tile stays hidden", () => name.trim() && done("叫马", { kind: "side_bet", name: name.trim(), tile: "?" }), {
      kind: "big primary",
    }),
    make("p", { class: "hint" }, both("已经翻开就点那张", "Or tap the tile if it is shown")),
    tileKeys((tile) => name.trim() && done("叫马", { kind: "side_bet", name: name.trim(), tile })),
  ]);
}

/** 改账: points by hand from one to another. */
export function askAdjust() {
  let [from, to, points, note] = [null, null, "", ""];
  const all = round().seats;
  openPanel(["改账", "Move points by hand"], () => [
    make("p", { class: "hint" }, both("谁付", "Who pays")),
    seatChoice("谁付 payer", from, (value) => ((from = value), paintPanel()), all),
    make("p", { class: "hint" }, both("付给", "To whom")),
    seatChoice("付给 payee", to, (value) => ((to = value), paintPanel()), all),
    make("input", {
      class: "field",
      type: "number",
      inputmode: "numeric",
      min: 1,
      "data-focus": "adjust points",
      placeholder: "多少 points",
      "aria-label": "多少 points",
      value: points,
      oninput: ({ target }) => (points = target.value),
    }),
    make("input", {
      class: "field",
      "data-focus": "adjust note",
      placeholder: "为什么 why",
      "aria-label": "为什么 why",
      maxlength: 80,
      value: note,
      oninput: ({ target }) => (note = target.value),
    }),
    button(
      "adjust",
      "记上",
      "Record",
      () => {
        const sum = Number(points);
        if (from == null || to == null || from === to || !Number.isInteger(sum) || sum < 1) return;
        done("改账", { kind: "adjusted", from, to, points: sum, note });
      },
      { kind: "big primary" },
    ),
  ]);
}

/** Everything that has no button of its own. */
export function askMore() {
  openPanel(["更多", "More"], () => {
    const on = playing();
    const someone = (zh, event) => () => {
      openPanel([`谁${zh}`, "Who"], () => [
        make(
          "div",
          { class: "stack" },
          ...seatsIn().map(({ seat }) => button(`${zh} ${seat}`, `${seatName(seat)} ${zh}`, "", () => done(zh, { ...event, seat }))),
        ),
      ]);
    };
    const reveal = () =>
      openPanel(["谁亮牌", "Whose hand"], () => [
        make("div", { class: "stack" }, ...round().seats.map(({ seat }) => button(`show who ${seat}`, seatName(seat), "", () => askReveal(seat)))),
      ]);
    return [
      make(
        "div",
        { class: "grid" },
        on && button("more wall", "黄庄", "Wall empty", askWallEmpty),
        button("more show", "亮牌", "Show a hand", reveal),
        on && button("more false", "诈胡", "False win", someone("诈胡", { kind: "false_win" })),
        on && button("more left", "离桌", "Leaves", someone("离桌", { kind: "left" })),
        on && button("more void", "定缺", "Void suit", () => askVoid()),
        on && next().opening.length > 0 && button("more exchange", "换三张", "Exchange three", () => askExchange()),
        on && next().opening.length > 0 && round().rules.values.side_bet && button("more bet", "叫马", "Side bet", askSideBet),
        button("more adjust", "改账", "By hand", askAdjust),
      ),
    ];
  });
}
