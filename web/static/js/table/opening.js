// 开局前: what a player says of the own seat before play, where the rules ask for it: 换三张, then 定缺 in one tap.

import { both, byId, make, redraw } from "../dom.js";
import { button, choices } from "./panel.js";
import { askExchange } from "./rare.js";
import { mayTell, now, playing, whenChanged } from "./state.js";
import { suitWords } from "./words.js";
import { tellEvents, waiting } from "./wire.js";

function exchange(seat, { lines, rules, seats }, may) {
  const given = seats[seat].void != null || lines.some(({ event }) => event?.kind === "exchanged" && event.seat === seat);
  if (!rules.values.exchange_three || !may || given) return null; // tiles are exchanged before a suit is given up
  return button("exchange own", "换三张", "Note the three I exchange", () => askExchange(seat), { disabled: waiting().length > 0 });
}

function voidSuit(seat, open) {
  if (!open.includes(seat)) return [];
  return [
    make("p", { class: "hint" }, both("你缺哪门", "Your void suit")),
    choices(
      "我缺哪门 my void suit",
      [..."mps"].map((suit) => ({ value: suit, zh: `缺${suitWords(suit)[0]}`, en: suitWords(suit)[1], disabled: waiting().length > 0 })),
      null,
      (suit) => tellEvents("定缺", [{ kind: "void_chosen", seat, suit }], now().records),
    ),
  ];
}

function paint() {
  const view = now();
  const seat = view?.me.seat;
  const asked = view && playing() && mayTell() && seat != null;
  const parts = asked ? [exchange(seat, view.round, view.next.opening.includes("exchanged")), ...voidSuit(seat, view.next.void)].filter(Boolean) : [];
  byId("opening").hidden = !parts.length;
  redraw(byId("opening"), ...parts);
}

whenChanged(paint);
