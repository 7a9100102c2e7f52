// 规则的一条: a key of a rule set with its control. What keys and values are called comes from the server.

import { both, make } from "./dom.js";

const CAPS = [2, 3, 4, 5, 6];
const PRICES = [0, 1, 2, 3, 4, 5, 6];
const BASES = [0, 8, 16, 24];

const said = ({ zh, en }) => (en ? `${zh} ${en}` : zh);
/** About how wide a text is, in halves of a Chinese character. */
const breadth = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u02ff" ? 2 : 1), 0);
const NARROW = 15; // what a closed select beside its label holds on the narrowest phone
const isPrice = (key) => key.startsWith("patterns.");

function valueWords({ key, meanings, flag }, value) {
  if (flag) return value ? { zh: "是", en: "yes" } : { zh: "否", en: "no" };
  if (meanings[value]) return meanings[value];
  if (key === "cap") return { zh: `${2 ** value} 倍`, en: `×${2 ** value}` };
  return isPrice(key) ? { zh: `${value} 翻`, en: `×${2 ** value}` } : { zh: String(value), en: "" };
}

/** A value in Chinese and English, after its key where it does not say enough alone. */
export function ruleWords(key, value, alone = false) {
  const { zh, en } = valueWords(key, value);
  return alone ? [zh, en || zh] : [`${key.zh} ${zh}`, `${key.en} ${en || zh}`];
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
    ...all.map((one) => make("option", { selected: one === value }, said(valueWords(key, one)))),
  );
}

/** A label with its control, one above the other on a phone where an option would be cut off. */
function row(id, words, control, changed = false) {
  const wide = [...(control.options ?? [])].some(({ text }) => breadth(text) > NARROW);
  return make("div", { class: `rule${changed ? " changed" : ""}${wide ? " wide" : ""}` }, make("label", { for: id }, both(...words)), control);
}

/** A key as the server lists it, with its value; `changed`: it is not the rule set's own. */
export function ruleRow(key, value, changed, choose) {
  const free = key.numbers && !key.words.length && !isPrice(key.key);
  return row(`rule-${key.key}`, [key.zh, key.en], free ? number(key, value, choose) : select(key, value, choose), changed);
}

/** The rule sets to choose from; `choose` gets the chosen one's name. */
export function setRow(sets, chosen, choose) {
  return row(
    "rule-set",
    ["打法", "Rule set"],
    make(
      "select",
      { id: "rule-set", "data-focus": "rule set", onchange: ({ target }) => choose(sets[target.selectedIndex].name) },
      ...sets.map((one) => make("option", { value: one.name, selected: one.name === chosen, disabled: one.problems.length > 0 }, said(one))),
    ),
  );
}

/** The keys of some names, in that order. */
export const keysOf = (keys, names) => names.map((name) => keys.find(({ key }) => key === name)).filter(Boolean);
