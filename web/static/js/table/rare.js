// 更多: what is recorded now and then: about one player, before play, by hand.

import { both, make, tilePicture } from "../dom.js";
import { askReveal, askWallEmpty, done } from "./acts.js";
import { button, choices, closePanel, openPanel, paintPanel, seatChoice, tileKeys } from "./panel.js";
import { now, playing, round, seatsIn } from "./state.js";
import { tell } from "./wire.js";
import { seatName, suitWords } from "./words.js";

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
function askVoid(first = null) {
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

const lacking = (words) => words && make("p", { class: "problem", role: "alert" }, both(...words));

/** 翻马: the tile of the side bet, once it is turned over at the end. */
export function askBetTile() {
  openPanel(["叫马的是哪张", "The tile of the side bet"], () => {
    const bet = round().lines.find(({ event }) => event?.kind === "side_bet");
    if (!bet) return [];
    return [
      tileKeys((tile) => {
        closePanel();
        tell("翻马", { path: "/amend", body: { seq: bet.seq, event: { ...bet.event, tile } } });
      }),
    ];
  });
}

/** Somebody has looked what a camera missed while it had lost the table, and told what there was. */
export function tellChecked() {
  const gaps = round().lines.filter(({ event }) => event?.kind === "gap" && event.checked === false);
  tell("核对", ...gaps.map(({ seq, event }) => ({ path: "/amend", body: { seq, event: { ...event, checked: true } } })));
}

/** 叫马: the fifth person, and the tile where it is seen already. */
function askSideBet() {
  let name = "";
  let said = null;
  const bet = (tile) => {
    if (name.trim()) {
      done("叫马", { kind: "side_bet", name: name.trim(), tile });
      return;
    }
    said = ["先写谁叫马。", "Write who bets first."];
    paintPanel();
  };
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
    lacking(said),
    button("bet", "扣着，打完再翻", "Tile stays hidden", () => bet("?"), { kind: "big primary" }),
    make("p", { class: "hint" }, both("已经翻开就点那张", "Or tap the tile if it is shown")),
    tileKeys(bet),
  ]);
}

/** 改账: points by hand from one to another. */
function askAdjust() {
  let [from, to, points, note, said] = [null, null, "", "", null];
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
    lacking(said),
    button(
      "adjust",
      "记上",
      "Record",
      () => {
        const sum = Number(points);
        if (from == null || to == null || from === to) said = ["先点谁付、付给谁，要两个人。", "Tap who pays and to whom: two people."];
        else if (!Number.isInteger(sum) || sum < 1) said = ["先写多少：一个整数，至少 1。", "Write how many points: a whole number, 1 at least."];
        else {
          done("改账", { kind: "adjusted", from, to, points: sum, note });
          return;
        }
        paintPanel();
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
        on && now().next.opening.length > 0 && button("more exchange", "换三张", "Exchange three", () => askExchange()),
        on && now().next.opening.length > 0 && round().rules.values.side_bet && button("more bet", "叫马", "Side bet", askSideBet),
        button("more adjust", "改账", "By hand", askAdjust),
      ),
    ];
  });
}
