// 按钮: what can be recorded now, always in the same places at the foot of the page.

import { both, byId, make, redraw } from "../dom.js";
import { tileName } from "../words.js";
import { acting, askDiscard, askKong, askPass, askPong, askSelfDraw, askWin } from "./acts.js";
import { opener } from "./drafts.js";
import { askRound } from "./next.js";
import { button } from "./panel.js";
import { askMore } from "./rare.js";
import { isOnline, mayTell, now, playing, whenChanged } from "./state.js";
import { faultWords, seatName, sentence } from "./words.js";
import { forgive, refusal, tell, tellAgain, waiting } from "./wire.js";

function situation() {
  const { round, next } = now();
  if (!round) return both("还没开局", "No round yet");
  if (round.finished) return both("这局打完了", "The hand is over");
  const { offer } = round;
  if (offer) {
    const who = seatName(offer.seat);
    const tile = tileName(offer.tile);
    return offer.kong ? both(`${who} 弯杠${tile}，有人抢吗`, "Added kong: anybody to rob it?") : both(`${who} 打了${tile}，接着 ${seatName(acting())}`, `then ${seatName(acting())}`);
  }
  return next.act != null ? both(`等 ${seatName(next.act)} 出牌`, "to discard") : both(`${seatName(acting())} 摸牌出牌`, "draws and discards");
}

function buttons() {
  const { round, next, undo, redo } = now();
  const busy = waiting().length > 0;
  const { offer } = round;
  const act = (focus, zh, en, press, can, extra = {}) => button(focus, zh, en, press, { disabled: busy || !can, ...extra });
  const main = { kind: "big primary" };
  return [
    act("discard", "打牌", "Discard", askDiscard, true, main),
    act("pong", "碰", "Pong", askPong, next.pong.length > 0),
    act("kong", "杠", "Kong", askKong, true),
    act("win", offer?.kong ? "抢杠胡" : "胡", offer?.kong ? "Rob it" : "Win", askWin, true, { kind: "big gold" }),
    act("pass", "过", "Pass", askPass, next.pass.length > 0),
    act("self-draw", "自摸", "Self-draw", askSelfDraw, true, { kind: "big gold" }),
    act("undo", "撤销", "Undo", () => tell("撤销", { path: "/undo", body: {} }), undo != null),
    redo
      ? act("redo", "重做", "Redo", () => tell("重做", { path: "/redo", body: {} }), true)
      : act("more", "更多", "More", askMore, true),
  ];
}

function between() {
  const { round, undo, redo } = now();
  const busy = waiting().length > 0;
  return [
    button("next round", round ? "下一局" : "开局", round ? "Next hand" : "Start the first hand", askRound, {
      kind: "big primary wide",
      disabled: busy,
    }),
    ...(round
      ? [
          button("undo", "撤销", "Undo", () => tell("撤销", { path: "/undo", body: {} }), { disabled: busy || undo == null }),
          button("redo", "重做", "Redo", () => tell("重做", { path: "/redo", body: {} }), { disabled: busy || !redo }),
          button("more", "更多", "More", askMore, { disabled: busy }),
        ]
      : []),
  ];
}

function notices() {
  const found = [];
  const taps = waiting();
  if (!isOnline()) found.push(make("li", { class: "offline" }, both("没连上，正在重连…", "Offline: reconnecting")));
  if (taps.length) {
    const words = taps[0].body.event ? sentence(taps[0].body.event) : [taps[0].label, ""];
    found.push(make("li", { class: "sending" }, both(`正在送：${words[0]}${isOnline() ? "" : "（连上就补发，只记一次）"}`, "Being sent; it counts once")));
  }
  const no = refusal();
  const mend = no && opener(no.draft);
  if (no) {
    found.push(
      make(
        "li",
        { class: "refused" },
        make("span", {}, make("b", {}, `${no.label}${no.verb}。`), both(...faultWords(no.problem))),
        make(
          "span",
          { class: "line" },
          mend && button("mend", "改好再记", "Mend it", () => (forgive(), mend()), { kind: "quiet" }),
          no.taps.length > 0 && button("again", "仍要记", "Record it", tellAgain, { kind: "quiet" }),
          button("forgive", "知道了", "Close", forgive, { kind: "quiet" }),
        ),
      ),
    );
  }
  return found;
}

function lastLine() {
  const lines = now().round?.lines ?? [];
  const last = lines.at(-1);
  if (!last || last.event?.kind === "round_started") return null;
  if (last.event?.kind === "discarded" && !last.problems.length) return null; // said above
  return make(
    "p",
    { class: "latest" },
    both(...sentence(last.event)),
    ...last.problems.map((one) => make("span", { class: "odd" }, faultWords(one)[0] || one.message)),
  );
}

function paint() {
  const view = now();
  redraw(byId("notices"), ...notices());
  if (!view) return;
  byId("dock").hidden = !mayTell();
  const { round } = view;
  redraw(
    byId("situation"),
    make("p", { class: "now" }, situation(), round && !round.finished && make("span", { class: "wall", "data-wall": round.wall }, both(`墙 ${round.wall}`, "wall"))),
    lastLine(),
  );
  if (mayTell()) redraw(byId("dock-buttons"), ...(playing() ? buttons() : between()));
}

whenChanged(paint);
