// 打法: the rule set of the table: a preset, the cap, the base, and every price that a hand's value depends on.

import { getRules, Refused } from "./api.js";
import { both, byId, make, redraw } from "./dom.js";
import { keysOf, ruleRow, setRow } from "./rule_fields.js";
import { change, told, whenTold } from "./state.js";
import { learnPatterns, problemWords } from "./words.js";

const FIRST = ["cap", "base", "self_draw", "label"];
const MORE = ["combine", "dead_wait"];

let sets = [];
let keys = [];
let failed = null;
let opened = false;

/** The values of the chosen rule set, changed ones included. */
export function rule(key) {
  return told().set[key] ?? chosen()?.values?.[key];
}

const chosen = () => sets.find((one) => one.name === told().rules) ?? sets[0];

/** The name to send; a rule set that is gone gives the default. */
export const rulesName = () => chosen()?.name ?? "";

function choose(key, value) {
  change((copy) => {
    if (value === chosen()?.values?.[key]) delete copy.set[key];
    else copy.set[key] = value;
  });
}

function voidRow() {
  const suits = [["", "不定缺", "none"], ["m", "万", "characters"], ["p", "筒", "dots"], ["s", "条", "bamboo"]];
  return make(
    "fieldset",
    { class: "choice" },
    make("legend", {}, both("定缺", "Void suit")),
    ...suits.map(([suit, zh, en]) =>
      make(
        "button",
        {
          type: "button",
          "data-focus": `void ${suit}`,
          "aria-pressed": String(told().void === suit),
          onclick: () => change((copy) => (copy.void = suit)),
        },
        both(zh, en),
      ),
    ),
  );
}

function paint() {
  if (failed) {
    byId("rules-body").replaceChildren(make("p", { class: "problem" }, both(...problemWords(failed))));
    return;
  }
  if (!sets.length) return;
  const row = (key) => ruleRow(key, rule(key.key), key.key in told().set, (value) => choose(key.key, value));
  const patterns = keys.filter(({ key }) => key.startsWith("patterns."));
  const changed = Object.keys(told().set).length;
  redraw(
    byId("rules-body"),
    setRow(sets, rulesName(), (name) => change((copy) => Object.assign(copy, { rules: name, set: {} }))),
    ...keysOf(keys, FIRST).map(row),
    voidRow(),
    make(
      "details",
      { open: opened, ontoggle: ({ target }) => (opened = target.open) },
      make("summary", { "data-focus": "more rules" }, both("番型和更多", "Patterns and more")),
      ...keysOf(keys, MORE).map(row),
      ...patterns.map(row),
    ),
    changed > 0 &&
      make(
        "button",
        { type: "button", class: "quiet", "data-focus": "as preset", onclick: () => change((copy) => (copy.set = {})) },
        both(`改了 ${changed} 条，恢复`, "Undo these changes"),
      ),
  );
}

/** Ask for the rule sets; the page works on when they come. */
export async function loadRules() {
  try {
    ({ rules: sets, keys } = await getRules());
    learnPatterns(keys);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    failed = error.problem;
  }
  paint();
}

whenTold(paint);
