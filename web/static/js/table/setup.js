// 桌子: the code and QR, who sits where, the rules of the next hand, fair play, and this phone's wishes.

import { getRules, Refused } from "../api.js";
import { both, byId, make, redraw } from "../dom.js";
import { keysOf, ruleRow, ruleWords, setRow } from "../rule_fields.js";
import { learnPatterns } from "../words.js";
import { button, choices, closePanel, openPanel, paintPanel } from "./panel.js";
import { changed, isHost, now, root, round, whenChanged } from "./state.js";
import { ROLES } from "./words.js";
import { wants, want } from "./wishes.js";
import { change, tell } from "./wire.js";

const FIRST = [
  "cap", "base", "label", "self_draw", "void", "exchange_three", "ending", "many_winners", "passed_win", "dealer", "dealer_after_draw",
  "kong.concealed", "kong.exposed", "kong.exposed_others", "kong.added", "kong.added_only_just_drawn", "pig.pays", "not_ready.pays", "side_bet", "chips_out",
];
let sets = [];
let keys = [];
let draft = null; // {rules, set} while the host changes them
let opened = false;

/** Ask for the rule sets once. */
export async function loadRules() {
  try {
    ({ rules: sets, keys } = await getRules());
    learnPatterns(keys);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    setTimeout(loadRules, 3000);
    return;
  }
  changed();
}

/** The rule set that the next hand will be played by, as `{name, values}`; null until the sets are known. */
export function nextRules() {
  const { rules, set } = now().table;
  const found = sets.find(({ name }) => name === rules);
  return found?.values ? { name: rules, values: { ...found.values, ...set } } : null;
}

/** What a rule set is called, in Chinese and English. */
export function setWords(name) {
  const found = sets.find((one) => one.name === name);
  return found?.en ? [found.zh, found.en] : [name, name];
}

/** What these keys are called, in Chinese and English; nothing until the keys are known. */
export const calledBy = (names) => keysOf(keys, names).map(({ zh, en }) => [zh, en]);

/** What these keys say in a rule set, in Chinese and English; nothing until the keys are known. */
export const saidBy = (names, values, alone) => keysOf(keys, names).map((key) => ruleWords(key, values[key.key], alone));

const agreed = () => draft ?? { rules: now().table.rules, set: now().table.set };
const preset = () => sets.find(({ name }) => name === agreed().rules) ?? sets[0];
const value = (key) => agreed().set[key] ?? preset()?.values?.[key];

function edit(key, chosen) {
  const { rules, set } = structuredClone(agreed());
  if (chosen === preset().values[key]) delete set[key];
  else set[key] = chosen;
  draft = { rules, set };
  paint();
}

function rulesForm() {
  if (!sets.length || !isHost()) return [];
  const row = (key) => ruleRow(key, value(key.key), key.key in agreed().set, (chosen) => edit(key.key, chosen));
  const more = keys.filter(({ key }) => !FIRST.includes(key) && key !== "players");
  return [
    make("p", { class: "hint" }, both("下一局起用；打着的这局不变", "From the next hand on; the running one keeps its own")),
    setRow(sets, preset().name, (name) => {
      draft = { rules: name, set: {} };
      paint();
    }),
    ...keysOf(keys, FIRST).map(row),
    make(
      "details",
      { open: opened, ontoggle: ({ target }) => (opened = target.open) },
      make("summary", { "data-focus": "more rules" }, both("番型和其余", "Patterns and the rest")),
      ...more.map(row),
    ),
    draft &&
      button(
        "save rules",
        "就用这些",
        "Use these",
        async () => {
          if (await change("打法", "/rules", draft)) draft = null;
          paint();
        },
        { kind: "big primary floating" },
      ),
  ];
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
/** Whether other phones get through to the address that this page has: one of the machine itself leads each to itself. */
const reachable = () => document.body.dataset.lan === "yes" || !LOOPBACK.test(location.hostname);

/** The QR code and the code that lead to the table's chairs. */
export function invite() {
  const { code } = now().table;
  return [
    ...(reachable()
      ? [
          make("p", { class: "hint" }, both("手机扫码入座", "Scan to take a chair")),
          make("img", { class: "qr", src: `${root}/qr.svg`, alt: `二维码，入座 QR code to join ${code}` }),
        ]
      : [
          make(
            "p",
            { class: "problem", "data-alone": "" },
            both("现在只有这台机器能打开：要让手机入座，请用 tangzi serve --lan 重新启动。", "Only this machine can open it now: for phones, start it again with tangzi serve --lan."),
          ),
        ]),
    make("p", { class: "code", "data-code": code }, code),
    make("p", { class: "hint" }, both("或打开堂子，点“入座”，输入这个桌号", "or open tangzi, tap Join, enter this code")),
  ];
}

function people() {
  const { circle, me, table } = now();
  return [
    make(
      "ul",
      { class: "people" },
      ...circle.map((one) =>
        make(
          "li",
          { "data-person": one.person },
          make("b", {}, one.role ? `${one.chair + 1} ${one.name}` : one.name),
          make("small", {}, one.role ? (one.away ? "离线 away" : ROLES[one.role].join(" ")) : "空位 free"),
          isHost() && one.role && one.away && button(`free ${one.person}`, "让出座位", "Free the chair", () => change("离座", `/chairs/${one.chair}/free`, {}), { kind: "quiet" }),
          one.role && (isHost() || one.person === me.id) && button(`rename ${one.person}`, "改名", "Rename", () => askName(one), { kind: "quiet" }),
        ),
      ),
    ),
    isHost() && button("swap", "换座位", "Swap seats", askSwap),
    isHost() &&
      button(
        "fair",
        table.fair_play ? "公平模式：开" : "公平模式：关",
        table.fair_play ? "Fair play is on: no advice during a hand" : "Fair play is off",
        () => change("公平模式", "/fair", { on: !table.fair_play }),
        { "aria-pressed": String(table.fair_play) },
      ),
    isHost() &&
      button(
        "lock",
        table.locked ? "桌子锁着" : "桌子开着",
        table.locked ? "Locked: nobody new may join" : "Open: anybody with the code may join",
        () => change("锁桌", "/lock", { on: !table.locked }),
        { "aria-pressed": String(table.locked) },
      ),
    !isHost() && table.fair_play && make("p", { class: "hint" }, both("公平模式开着", "Fair play is on")),
    isHost() && round() && button("chips", "筹码", "Chips", askChips),
  ];
}

function askName({ person, name }) {
  let typed = name;
  openPanel(["改名", "Rename"], () => [
    make("input", { class: "field", "data-focus": "new name", "aria-label": "名字 name", maxlength: 20, value: typed, oninput: ({ target }) => (typed = target.value) }),
    button(
      "save name",
      "好",
      "Save",
      async () => {
        closePanel();
        await change("改名", `/members/${person}/rename`, { name: typed });
      },
      { kind: "big primary" },
    ),
    isHost() &&
      person !== now().me.id &&
      button("sign out", "让这部手机退出", "Sign this phone out; the chair stays", () => {
        closePanel();
        change("退出", `/members/${person}/sign_out`, {});
      }),
    isHost() &&
      person !== now().me.id &&
      button("remove", "请离座位", "Free the chair", () => {
        closePanel();
        change("离座", `/members/${person}/remove`, {});
      }),
  ]);
}

/** 换座: from a hand on, the one that runs, an earlier one or the next. */
function askSwap() {
  let [one, two, from] = [null, null, Math.max(now().rounds, 1)];
  openPanel(["谁和谁换", "Who changes with whom"], () => {
    const all = now().circle.map(({ person, name }) => ({ value: person, zh: name, en: "" }));
    return [
      choices("一个 one", all, one, (chosen) => ((one = chosen), paintPanel())),
      choices("另一个 the other", all, two, (chosen) => ((two = chosen), paintPanel())),
      make("p", { class: "hint" }, both("从第几局起", "From which hand on")),
      choices(
        "从 from",
        [...Array(now().rounds + 1).keys()].map((at) => ({ value: at + 1, zh: at === now().rounds ? "下一局" : `第${at + 1}局`, en: "" })),
        from,
        (chosen) => ((from = chosen), paintPanel()),
        { class: "choose many" },
      ),
      button(
        "do swap",
        "换",
        "Swap",
        () => {
          closePanel();
          tell("换座", { path: "/swap", body: { one, two, from } });
        },
        { kind: "big primary", disabled: !one || !two || one === two },
      ),
    ];
  });
}

function askChips() {
  const { people: at, chips } = round();
  const given = Object.fromEntries(at.map((person, seat) => [person, chips?.[seat] ?? 100]));
  openPanel(["这局开始时各有多少筹码", "Chips at the start of this hand"], () => [
    ...now()
      .circle.filter(({ person }) => person in given)
      .map(({ person, name }) =>
        make(
          "div",
          { class: "rule" },
          make("label", { for: `chips-${person}` }, name),
          make("input", { id: `chips-${person}`, "data-focus": `chips ${person}`, type: "number", min: 0, value: given[person], oninput: ({ target }) => (given[person] = target.value === "" ? null : Number(target.value)) }),
        ),
      ),
    button("save chips", "记上", "Record", () => (closePanel(), tell("筹码", { path: "/chips", body: { chips: given } })), { kind: "big primary" }),
    chips && button("no chips", "不限", "No limit", () => (closePanel(), tell("筹码", { path: "/chips", body: { chips: null } }))),
  ]);
}

function wishes() {
  const row = (name, zh, en) =>
    button(
      `want ${name}`,
      `${zh}：${wants(name) ? "开" : "关"}`,
      en,
      () => {
        want(name, !wants(name));
        paint();
      },
      { "aria-pressed": String(wants(name)) },
    );
  const { me, table, circle } = now();
  const open = !table.locked && circle.some(({ person, away }) => away || person.startsWith("chair:")); // else the own place would be lost for none
  return [
    me.chair == null &&
      !isHost() &&
      open &&
      button("sit down", "坐下来打", "Take a chair instead", () => change("入座", `/members/${me.id}/sign_out`, {})), // then the chairs are shown
    row("awake", "屏幕常亮", "Keep the screen on"),
    row("sound", "有人胡时响一声", "A sound when somebody wins"),
    row("shake", "有人胡时震一下", "Vibrate when somebody wins"),
    make("p", { class: "hint" }, both("装到主屏幕：浏览器菜单，“添加到主屏幕”", "As an app: the browser's menu, Add to Home Screen")),
  ];
}

function paint() {
  if (!now() || byId("tab-setup").hidden) return;
  const code = `${now().table.id} ${now().table.code}`;
  if (byId("invite").dataset.of !== code) {
    byId("invite").dataset.of = code;
    byId("invite").replaceChildren(...invite());
  }
  redraw(byId("people"), ...people().filter(Boolean));
  byId("rules").hidden = !isHost();
  redraw(byId("rules-body"), ...rulesForm().filter(Boolean));
  redraw(byId("wishes"), ...wishes().filter(Boolean));
}

whenChanged(paint);

