// 下一局: who deals, the dice, names for chairs that nobody has joined for.

import { both, make } from "../dom.js";
import { button, choices, closePanel, openPanel, paintPanel } from "./panel.js";
import { keep, kept, now } from "./state.js";
import { personName } from "./words.js";
import { tell } from "./wire.js";

let broken = kept("wall-break", null); // where the wall is broken, as the last start told

/** Where the wall is broken for the running round. */
export const wallBreak = () => broken;

/** Take the answer of a start over. */
export function learnBreak(form) {
  if (form.wall_break) {
    broken = { round: form.rounds, ...form.wall_break };
    keep("wall-break", broken);
  }
}

const throwDie = () => 1 + (crypto.getRandomValues(new Uint8Array(64)).find((one) => one < 252) % 6);

/** Ask who deals, and start. */
export function askRound() {
  const { round, circle } = now();
  const byRules = round ? (round.next_dealer == null ? null : round.people[round.next_dealer]) : circle[0].person;
  let dealer = circle.some(({ person }) => person === byRules) ? byRules : null;
  let dice = null;
  let byDice = dealer === null;
  const names = {};
  const open = (round?.missing.length ?? 0) > 0 || now().broken.length > 0;
  openPanel(round ? ["下一局", "Next hand"] : ["开局", "First hand"], () => [
    open && make("p", { class: "problem" }, both("上一局还有没说明的，现在开局就先放着。", "Something of the last hand is still to be told; starting leaves it open.")),
    make("p", { class: "hint" }, both("谁坐庄", "Who deals"), byRules && make("span", {}, `（按打法：${personName(byRules)}）`)),
    choices(
      "庄 dealer",
      [
        ...circle.map(({ person, name }) => ({ value: person, zh: name, en: "" })),
        ...(round ? [{ value: "dice", zh: "掷骰定", en: "by dice" }] : []),
      ],
      byDice ? "dice" : dealer,
      (value) => {
        byDice = value === "dice";
        if (!byDice) dealer = value;
        paintPanel();
      },
    ),
    make(
      "div",
      { class: "dice" },
      ...[0, 1].map((at) => {
        const set = ({ target }) => {
          dice ??= [1, 1];
          dice[at] = target.selectedIndex;
          if (!dice[at]) dice = null;
          paintPanel();
        };
        return make(
          "select",
          { "data-focus": `die ${at}`, "aria-label": `骰子 die ${at + 1}`, onchange: set },
          ...["骰 –", 1, 2, 3, 4, 5, 6].map((one, n) => make("option", { selected: n === (dice?.[at] ?? 0) }, String(one))),
        );
      }),
      button("throw", "掷两颗骰", "Throw two dice", () => {
        dice = [throwDie(), throwDie()];
        paintPanel();
      }),
    ),
    ...circle
      .filter(({ person }) => person.startsWith("chair:"))
      .map(({ person, name }) =>
        make("input", {
          class: "field",
          "data-focus": `name ${person}`,
          "aria-label": `${name} 名字 name`,
          placeholder: `${name}叫什么 name`,
          maxlength: 20,
          value: names[person] ?? "",
          oninput: ({ target }) => (names[person] = target.value),
        }),
      ),
    button(
      "start",
      "开始",
      "Start",
      () => {
        const body = {};
        if (!byDice && dealer) body.dealer = dealer;
        if (dice) body.dice = dice;
        const called = Object.fromEntries(Object.entries(names).filter(([, name]) => name.trim()));
        if (Object.keys(called).length) body.names = called;
        if (open) body.anyway = true;
        closePanel();
        tell("开局", { path: "/rounds", body });
      },
      { kind: "big primary", disabled: byDice && !dice },
    ),
  ]);
}
