// 钱: what everybody has gained or lost, each line with its sentence, and who pays whom in the end.

import { both, byId, make, redraw } from "../dom.js";
import { Refused } from "../api.js";
import { choices } from "./panel.js";
import { now, whenChanged } from "./state.js";
import { faultWords, personName, REASONS, sign, signed } from "./words.js";
import { ask, later } from "./wire.js";

let form = null;
let problem = null;
let asked = "";
let chosen = null; // the round whose lines are shown; null: the last

async function look() {
  const want = `${now().stamp} ${chosen}`;
  if (want === asked) return;
  asked = want;
  try {
    const found = await ask(`/money${chosen ? `?round=${chosen}` : ""}`);
    if (asked !== want) return;
    form = found;
    problem = null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (asked !== want) return;
    problem = error.problem;
    later("money", error, () => {
      if (asked === want) asked = "";
      paint();
    });
  }
  paint();
}

const called = (person) => form.balances.find((one) => one.person === person)?.name ?? personName(person);

function line(one) {
  const [zh, en] = REASONS[one.reason] ?? [one.reason, ""];
  return make(
    "li",
    { class: "payment", "data-reason": one.reason, "data-points": one.points },
    make("b", { class: "paid" }, `${called(one.payer)} → ${called(one.payee)}`),
    make("b", { class: "points" }, String(one.points)),
    make("span", { class: "chip far" }, both(zh, en)),
    make("span", { class: "why" }, one.why.zh, make("small", { lang: "en" }, ` ${one.why.en}`)),
  );
}

function body() {
  if (problem) return [make("p", { class: "problem" }, both(...faultWords(problem)))];
  if (!form) return [make("p", { class: "hint" }, both("正在算…", "Asking"))];
  const { balances, rounds, lines, transfers } = form;
  return [
    !form.whole && make("p", { class: "problem" }, both("记录里有对不上的，改好才有总数。", "A line does not fit: the totals come once it is mended.")),
    make(
      "ul",
      { class: "balances" },
      ...balances.map((one) =>
        make(
          "li",
          { "data-person": one.person },
          make("span", {}, one.name, one.penalty > 0 && make("small", {}, ` 罚 ${one.penalty}`)),
          make("b", { class: `net ${sign(one.points ?? 0)}`, "data-points": one.points ?? "" }, one.points == null ? "？" : signed(one.points)),
        ),
      ),
    ),
    rounds.length > 0 && make("h2", { class: "sub" }, both("每一笔", "Every line")),
    rounds.length > 1 &&
      choices(
        "第几局 hand",
        rounds.map(({ number, finished }) => ({ value: number, zh: `${number}${finished ? "" : "…"}`, en: "" })),
        form.round,
        (value) => {
          chosen = value === form.played ? null : value;
          look();
        },
        { class: "choose many" },
      ),
    rounds.length > 0 && !lines.length && make("p", { class: "hint" }, both("这局还没有进出。", "Nothing has moved in this hand.")),
    make("ul", { class: "payments" }, ...lines.map(line)),
    now().round?.waiting > 0 && chosen == null && make("p", { class: "hint" }, both("有几笔等打完再亮。", "Some lines are shown when the hand is over.")),
    transfers && transfers.length > 0 && make("h2", { class: "sub" }, both("现在散场，这样付", "If you stop now, pay so")),
    transfers &&
      make(
        "ul",
        { class: "payments" },
        ...transfers.map(({ from, to, points }) =>
          make("li", { class: "payment" }, make("b", { class: "paid" }, `${called(from)} → ${called(to)}`), make("b", { class: "points" }, String(points))),
        ),
      ),
  ];
}

function paint() {
  if (!now() || byId("tab-money").hidden) return;
  redraw(byId("money-body"), ...body());
  look();
}

whenChanged(paint);

