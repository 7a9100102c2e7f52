// 桌子: the code and QR, who sits where, the rules of the next hand, fair play, and this phone's wishes.

import { getRules, Refused } from "../api.js";
import { both, byId, make, redraw } from "../dom.js";
import { KEYS, learnPatterns, PRESETS, VALUES } from "../words.js";
import { button, choices, closePanel, openPanel, paintPanel } from "./panel.js";
import { changed, isHost, now, root, round, whenChanged } from "./state.js";
import { ROLES } from "./words.js";
import { wants, want } from "./wishes.js";
import { change, tell } from "./wire.js";

const FIRST = [
  "cap", "base", "label", "self_draw", "void", "exchange_three", "ending", "many_winners", "passed_win", "dealer", "dealer_after_draw",
  "kong.concealed", "kong.exposed", "kong.exposed_others", "kong.added", "kong.added_only_just_drawn", "pig.pays", "not_ready.pays", "side_bet", "chips_out",
];
const WORDS = {
  void: ["定缺", "Void suit"],
  exchange_three: ["换三张", "Exchange three"],
  ending: ["打到", "Ends"],
  many_winners: ["一炮多响", "Several winners"],
  passed_win: ["过手胡", "Passed win"],
  dealer: ["谁接庄", "Next dealer"],
  dealer_after_draw: ["黄庄后", "After an empty wall"],
  "kong.concealed": ["暗杠每家付", "Concealed kong, each"],
  "kong.exposed": ["直杠放杠者付", "Exposed kong, discarder"],
  "kong.exposed_others": ["直杠其余每家", "Exposed kong, the others"],
  "kong.added": ["弯杠每家付", "Added kong, each"],
  "kong.added_only_just_drawn": ["弯杠须是刚摸的", "Added kong just drawn only"],
  "pig.pays": ["花猪赔", "Pig pays"],
  "not_ready.pays": ["查叫赔", "Not ready pays"],
  side_bet: ["叫马", "Side bet"],
  chips_out: ["筹码输光", "Out of chips"],
};
const TOLD = {
  "void free": ["不定缺", "free"], "void declared": ["开局定缺", "declared"], "void sticky": ["缺了就定", "sticky"],
  "ending blood": ["血战到底", "blood battle"], "ending first_win": ["一家胡就完", "first win"],
  "passed_win same_kind": ["同一张", "same kind"], "passed_win not_dearer": ["不更大", "not dearer"], "passed_win none": ["不限", "none"],
  "dealer first_winner": ["先胡的", "first winner"], "dealer dice": ["掷骰", "dice"], "dealer discarder": ["点炮的", "discarder"],
  "dealer_after_draw same": ["连庄", "same"], "dealer_after_draw next": ["下家", "next"],
  "pig.pays cap": ["满格", "the cap"], "pig.pays double_largest": ["最大的两倍", "twice the largest"],
  "not_ready.pays most": ["赔大", "most"], "not_ready.pays least": ["赔小", "least"], "not_ready.pays none": ["不赔", "none"],
  "chips_out stays": ["赔光为止，留下", "stays"], "chips_out leaves": ["马上离场", "leaves"],
};

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

function valueWords(key, one) {
  const words = TOLD[`${key} ${one}`] ?? VALUES[`${key} ${one}`] ?? VALUES[String(one)];
  if (words) return words.join(" ");
  if (key === "cap") return `${2 ** one} 倍 ×${2 ** one}`;
  return key.startsWith("patterns.") ? `${one} 翻` : String(one);
}

function control({ key, words, numbers, flag }) {
  const current = value(key);
  const prices = key.startsWith("patterns.") || key === "cap";
  if (numbers && !prices && !words?.length) {
    return make("input", {
      id: `key-${key}`,
      "data-focus": `key ${key}`,
      type: "number",
      inputmode: "numeric",
      min: numbers[0],
      max: numbers[1],
      value: current,
      onchange: ({ target }) => edit(key, Number(target.value)),
    });
  }
  const span = !numbers ? [] : key === "cap" ? [2, 3, 4, 5, 6] : prices ? [0, 1, 2, 3, 4, 5, 6] : [0, 8, 16, 24];
  const options = flag ? [true, false] : [...(words ?? []), ...span];
  const shown = options.includes(current) ? options : [current, ...options];
  return make(
    "select",
    { id: `key-${key}`, "data-focus": `key ${key}`, onchange: ({ target }) => edit(key, shown[target.selectedIndex]) },
    ...shown.map((one) => make("option", { selected: one === current }, valueWords(key, one))),
  );
}

function ruleRow(key) {
  const [zh, en] = WORDS[key.key] ?? KEYS[key.key] ?? [key.zh ?? key.key, key.en ?? ""];
  return make(
    "div",
    { class: `rule${key.key in agreed().set ? " changed" : ""}` },
    make("label", { for: `key-${key.key}` }, both(zh, en)),
    control(key),
  );
}

function rulesForm() {
  if (!sets.length || !isHost()) return [];
  const first = FIRST.map((name) => keys.find(({ key }) => key === name)).filter(Boolean);
  const more = keys.filter(({ key }) => !FIRST.includes(key) && key !== "players");
  return [
    make("p", { class: "hint" }, both("下一局起用；打着的这局不变", "From the next hand on; the running one keeps its own")),
    make(
      "div",
      { class: "rule" },
      make("label", { for: "rules-name" }, both("打法", "Rule set")),
      make(
        "select",
        {
          id: "rules-name",
          "data-focus": "rules name",
          onchange: ({ target }) => {
            draft = { rules: sets[target.selectedIndex].name, set: {} };
            paint();
          },
        },
        ...sets.map(({ name, problems }) => make("option", { selected: name === preset().name, disabled: problems.length > 0 }, (PRESETS[name] ?? [name]).join(" "))),
      ),
    ),
    ...first.map(ruleRow),
    make(
      "details",
      { open: opened, ontoggle: ({ target }) => (opened = target.open) },
      make("summary", { "data-focus": "more rules" }, both("番型和其余", "Patterns and the rest")),
      ...more.map(ruleRow),
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
        { kind: "big primary" },
      ),
  ];
}

/** The QR code and the code that lead to the table's chairs. */
export function invite() {
  const { code } = now().table;
  return [
    make("p", { class: "hint" }, both("手机扫码入座", "Scan to take a chair")),
    make("img", { class: "qr", src: `${root}/qr.svg`, alt: `二维码，入座 QR code to join ${code}` }),
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
          make("b", {}, `${one.chair + 1} ${one.name}`),
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
          make("input", { id: `chips-${person}`, "data-focus": `chips ${person}`, type: "number", min: 0, value: given[person], oninput: ({ target }) => (given[person] = Number(target.value)) }),
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
  return [
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
  redraw(byId("wishes"), ...wishes());
}

whenChanged(paint);

