// 打法: the rule set of the table: a preset, the cap, the base, and every price that a hand's value depends on.

import { getRules, Refused } from "./api.js";
import { both, byId, make, redraw } from "./dom.js";
import { change, told, whenTold } from "./state.js";
import { KEYS, learnPatterns, PRESETS, problemWords, VALUES } from "./words.js";

const FIRST = ["cap", "base", "self_draw", "label"];
const MORE = ["combine", "dead_wait"];
const CAPS = [2, 3, 4, 5, 6];
const PRICES = [0, 1, 2, 3, 4, 5, 6];

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

function valueWords(key, value) {
  const words = VALUES[`${key} ${value}`] ?? VALUES[String(value)];
  if (words) return words.join(" ");
  if (key === "cap") return `${2 ** value} 倍 ×${2 ** value}`;
  if (key.startsWith("patterns.")) return `${value} 翻 ×${2 ** value}`;
  return String(value);
}

function select(key, values) {
  const now = rule(key);
  const all = values.includes(now) ? values : [now, ...values];
  return make(
    "select",
    {
      id: `rule-${key}`,
      "data-focus": `rule ${key}`,
      onchange: ({ target }) => choose(key, all[target.selectedIndex]),
    },
    ...all.map((value) => make("option", { selected: value === now }, valueWords(key, value))),
  );
}

function number(key, [least, most]) {
  return make("input", {
    id: `rule-${key}`,
    "data-focus": `rule ${key}`,
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value: rule(key),
    onchange: ({ target }) => {
      const value = Number(target.value);
      if (Number.isInteger(value) && value >= least && value <= most) choose(key, value);
      else target.value = rule(key);
    },
  });
}

function control({ key, words, numbers, flag }) {
  if (flag) return select(key, [true, false]);
  if (key === "cap") return select(key, [...CAPS, ...words]);
  if (key.startsWith("patterns.")) return select(key, [...words, ...PRICES]);
  return numbers ? number(key, numbers) : select(key, words);
}

function row(key) {
  const [zh, en] = KEYS[key.key] ?? [key.zh ?? key.key, key.en ?? ""];
  const changed = key.key in told().set;
  return make(
    "div",
    { class: `rule${changed ? " changed" : ""}${key.key.includes(".") ? " price" : ""}` },
    make("label", { for: `rule-${key.key}` }, both(zh, en)),
    control(key),
  );
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

function preset() {
  const now = rulesName();
  return make(
    "div",
    { class: "rule" },
    make("label", { for: "preset" }, both("规则", "Rule set")),
    make(
      "select",
      {
        id: "preset",
        "data-focus": "preset",
        onchange: ({ target }) =>
          change((copy) => {
            copy.rules = target.value;
            copy.set = {};
          }),
      },
      ...sets.map(({ name, problems }) =>
        make("option", { value: name, selected: name === now, disabled: problems.length > 0 }, (PRESETS[name] ?? [name]).join(" ")),
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
  const of = (names) => names.map((name) => keys.find(({ key }) => key === name)).filter(Boolean);
  const patterns = keys.filter(({ key }) => key.startsWith("patterns."));
  const changed = Object.keys(told().set).length;
  redraw(
    byId("rules-body"),
    preset(),
    ...of(FIRST).map(row),
    voidRow(),
    make(
      "details",
      { open: opened, ontoggle: ({ target }) => (opened = target.open) },
      make("summary", { "data-focus": "more rules" }, both("番型和更多", "Patterns and more")),
      ...of(MORE).map(row),
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
