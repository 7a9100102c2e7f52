// 规则的一条: a key of a rule set with its control. What keys and values are called comes from the server.

import { both, make } from "./dom.js";

const CAPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const PRICES = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const BASES = [0, 8, 16, 24];
const OTHER = { zh: "别的数…", en: "other" };

const typing = new Set(); // the keys whose number is typed, as none of those listed is it

const said = ({ zh, en }) => (en ? `${zh} ${en}` : zh);
/** About how wide a text is, in halves of a Chinese character. */
const breadth = (text) => [...text].reduce((sum, letter) => sum + (letter > "\u02ff" ? 2 : 1), 0);
const NARROW = 15; // what a closed select beside its label holds on the narrowest phone
const isPrice = (key) => key.startsWith("patterns.");
/** Whether a key takes words or any number of bases. */
const inBases = ({ key, words, numbers }) => numbers != null && words.length > 0 && key !== "cap" && !isPrice(key);

const valueWords = ({ meanings }, value) => meanings[value] ?? { zh: String(value), en: "" };

/** A value in Chinese and English, after its key where it does not say enough alone. */
export function ruleWords(key, value, alone = false) {
  const { zh, en } = valueWords(key, value);
  return alone ? [zh, en || zh] : [`${key.zh} ${zh}`, `${key.en} ${en || zh}`];
}

function options({ key, words, numbers, flag }) {
  if (flag) return [true, false];
  if (key === "cap") return [...CAPS, ...words];
  return [...words, ...(isPrice(key) ? PRICES : inBases({ key, words, numbers }) ? BASES : [])];
}

function number({ key, numbers: [least, most] }, value, choose) {
  const before = Number.isInteger(value) ? value : "";
  const listAgain = (field) => field.isConnected && document.activeElement !== field && typing.delete(key) && choose(value);
  return make("input", {
    id: `rule-${key}`,
    "data-focus": `rule ${key}`,
    type: "number",
    inputmode: "numeric",
    min: least,
    max: most,
    value: before,
    onblur: ({ target }) => setTimeout(() => listAgain(target)), // nothing was typed
    onchange: ({ target }) => {
      const typed = Number(target.value);
      if (target.value !== "" && Number.isInteger(typed) && typed >= least && typed <= most) {
        typing.delete(key);
        choose(typed);
      } else target.value = before;
    },
  });
}

function select(key, value, choose) {
  const found = options(key);
  const all = found.includes(value) ? found : [value, ...found];
  const type = (target) => {
    typing.add(key.key);
    const field = number(key, value, choose);
    target.replaceWith(field);
    field.focus();
  };
  return make(
    "select",
    {
      id: `rule-${key.key}`,
      "data-focus": `rule ${key.key}`,
      onchange: ({ target }) => (target.selectedIndex < all.length ? choose(all[target.selectedIndex]) : type(target)),
    },
    ...all.map((one) => make("option", { selected: one === value }, said(valueWords(key, one)))),
    inBases(key) && make("option", {}, said(OTHER)),
  );
}

/** A label with its control, one above the other on a phone where an option would be cut off. */
function row(id, words, control, changed = false) {
  const wide = [...(control.options ?? [])].some(({ text }) => breadth(text) > NARROW);
  return make("div", { class: `rule${changed ? " changed" : ""}${wide ? " wide" : ""}` }, make("label", { for: id }, both(...words)), control);
}

/** A key as the server lists it, with its value; `changed`: it is not the rule set's own. */
export function ruleRow(key, value, changed, choose) {
  const free = typing.has(key.key) || (key.numbers && !key.words.length && !isPrice(key.key));
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
