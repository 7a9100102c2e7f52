// 规则的一条: a key of a rule set with its control. What keys and values are called comes from the server.

import { both, make } from "./dom.js";

const CAPS = [2, 3, 4, 5, 6];
const PRICES = [0, 1, 2, 3, 4, 5, 6];
const BASES = [0, 8, 16, 24];

const said = ({ zh, en }) => (en ? `${zh} ${en}` : zh);
const isPrice = (key) => key.startsWith("patterns.");

function valueWords({ key, meanings, flag }, value) {
  if (flag) return value ? "是 yes" : "否 no";
  if (meanings[value]) return said(meanings[value]);
  if (key === "cap") return `${2 ** value} 倍 ×${2 ** value}`;
  return isPrice(key) ? `${value} 翻 ×${2 ** value}` : String(value);
}

function options({ key, words, numbers, flag }) {
  if (flag) return [true, false];
  if (key === "cap") return [...CAPS, ...words];
  return [...words, ...(isPrice(key) ? PRICES : numbers ? BASES : [])];
}

function number({ key, numbers: [least, most] }, value, choose) {
  return make("input", {
    id: `rule-${key}`,
    "data-focus": `rule ${key}`,
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value,
    onchange: ({ target }) => {
      const typed = Number(target.value);
      if (target.value !== "" && Number.isInteger(typed) && typed >= least && typed <= most) choose(typed);
      else target.value = value;
    },
  });
}

function select(key, value, choose) {
  const found = options(key);
  const all = found.includes(value) ? found : [value, ...found];
  return make(
    "select",
    { id: `rule-${key.key}`, "data-focus": `rule ${key.key}`, onchange: ({ target }) => choose(all[target.selectedIndex]) },
    ...all.map((one) => make("option", { selected: one === value }, valueWords(key, one))),
  );
}

/** A key as the server lists it, with its value; `changed`: it is not the rule set's own. */
export function ruleRow(key, value, changed, choose) {
  const free = key.numbers && !key.words.length && !isPrice(key.key);
  return make(
    "div",
    { class: `rule${changed ? " changed" : ""}` },
    make("label", { for: `rule-${key.key}` }, both(key.zh, key.en)),
    free ? number(key, value, choose) : select(key, value, choose),
  );
}

/** The rule sets to choose from; `choose` gets the chosen one's name. */
export function setRow(sets, chosen, choose) {
  return make(
    "div",
    { class: "rule" },
    make("label", { for: "rule-set" }, both("打法", "Rule set")),
    make(
      "select",
      { id: "rule-set", "data-focus": "rule set", onchange: ({ target }) => choose(sets[target.selectedIndex].name) },
      ...sets.map((one) => make("option", { value: one.name, selected: one.name === chosen, disabled: one.problems.length > 0 }, said(one))),
    ),
  );
}

/** The keys of some names, in that order. */
export const keysOf = (keys, names) => names.map((name) => keys.find(({ key }) => key === name)).filter(Boolean);
