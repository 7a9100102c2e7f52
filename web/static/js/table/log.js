// 记录: every event of the round as a sentence; an older one can be amended or removed.

import { Refused } from "../api.js";
import { both, byId, make, redraw } from "../dom.js";
import { cameraMark } from "./camera.js";
import { editor, keepTiles, textOf, tilesKept } from "./editor.js";
import { button, choices, closePanel, flip, openPanel, paintPanel, seatChoice, several, tileKeys } from "./panel.js";
import { mayTell, now, whenChanged } from "./state.js";
import { tilesOf } from "./tiles.js";
import { faultWords, HOW, inRound, personName, sentence, suitWords } from "./words.js";
import { ask, tell } from "./wire.js";

let chosen = null; // the number of the round whose lines are shown; null: the last
let earlier = null; // that round, once the server has told it
let asked = "";

/** The round whose lines are shown; null while it is asked for. */
const shown = () => (chosen === null ? now().round : earlier?.number === chosen ? earlier : null);

async function lookBack() {
  const want = `${now().stamp} ${chosen}`;
  if (chosen === null || want === asked) return;
  asked = want;
  try {
    const { round } = await ask(`/record/${chosen}`);
    if (asked === want) earlier = round;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    asked = "";
    chosen = null;
  }
  paint();
}

function roundChoice({ rounds }) {
  if (rounds < 2) return [];
  return [
    choices(
      "第几局 hand",
      [...Array(rounds).keys()].map((at) => ({ value: at + 1, zh: `第${at + 1}局`, en: "" })),
      chosen ?? rounds,
      (value) => {
        chosen = value === rounds ? null : value;
        asked = "";
        paint();
      },
      { class: "choose many" },
    ),
  ];
}

const WITH_TILE = ["discarded", "ponged", "konged", "drawn", "side_bet"];

function line({ seq, event, by, camera, problems }, number, of) {
  const words = sentence(event);
  const fixed = !event || event.kind === "round_started";
  const mark = cameraMark({ seq, event, camera });
  return make(
    "li",
    { class: `entry${problems.length ? " odd" : ""}`, "data-seq": seq },
    make("span", { class: "number" }, String(number)),
    make("span", { class: "said" }, both(...words), by && make("small", { class: "by" }, `${personName(by)} 记 `, make("span", { lang: "en" }, "noted it"))),
    ...problems.map((one) => make("p", { class: "problem" }, both(...faultWords(one)))),
    (mark || (mayTell() && !fixed)) &&
      make(
        "span",
        { class: "tools" },
        mark,
        mayTell() && !fixed && button(`amend ${seq}`, "改", "Amend", () => askAmend(seq, event, of), { kind: "quiet" }),
        mayTell() && !fixed && button(`retract ${seq}`, "删", "Remove", () => askRetract(seq, words), { kind: "quiet" }),
      ),
  );
}

/** What a house adds to a win that no rule knows, such as 报叫: doublings and what for. */
function byHouse({ extra = [] }, tell) {
  let [{ doublings, note } = { doublings: 0, note: "" }] = extra;
  const told = () => tell(doublings > 0 ? [{ doublings, note }, ...extra.slice(1)] : extra.slice(1));
  const field = (focus, zh, en, value, take, more) =>
    make("input", {
      class: "field",
      "data-focus": focus,
      "aria-label": `${zh} ${en}`,
      placeholder: `${zh} ${en}`,
      value,
      oninput: ({ target }) => {
        take(target.value);
        told();
      },
      ...more,
    });
  return [
    make("p", { class: "hint" }, both("桌上另加几番（报叫之类）", "Doublings that the house adds by hand")),
    make(
      "div",
      { class: "pair" },
      field("extra doublings", "几番", "doublings", doublings || "", (typed) => (doublings = Math.min(Math.max(Math.trunc(Number(typed)) || 0, 0), 20)), { type: "number", inputmode: "numeric", min: 0, max: 20 }),
      field("extra note", "为什么", "what for", note, (typed) => (note = typed), { maxlength: 80 }),
    ),
  ];
}

function askRetract(seq, words) {
  openPanel(["删掉这条？", "Remove this line?"], () => [
    make("p", { class: "hint" }, both(...words)),
    button(
      "retract",
      "删掉；后面对不上的会标出来",
      "Remove; later lines that no longer fit are shown",
      () => {
        closePanel();
        tell("删除", { path: "/retract", body: { seq } });
      },
      { kind: "big primary" },
    ),
  ]);
}

/** Say what an earlier event of a round really was. */
function askAmend(seq, before, of) {
  let event = structuredClone(before);
  const set = (part) => {
    event = { ...event, ...part };
    paintPanel();
  };
  const save = (draft = null) => {
    closePanel();
    tell("改记", { path: "/amend", body: { seq, event }, draft });
  };
  const key = `amend.${seq}`;
  if (event.hand && !tilesKept(key).length) keepTiles(key, tilesOf(event.hand)); // so that one tile is changed, not thirteen tapped
  const title = inRound(of, () => sentence(before)[0]);
  openPanel([`改：${title}`, "What it really was"], () => inRound(of, body));
  function body() {
    const { seats } = of;
    const parts = [make("p", { class: "now" }, both(...sentence(event)))];
    if (event.seat != null) parts.push(seatChoice("谁 who", event.seat, (seat) => set({ seat }), seats));
    if (event.kind === "konged") {
      parts.push(choices("哪种杠 how", Object.entries(HOW).map(([value, [zh, en]]) => ({ value, zh, en })), event.how, (how) => set({ how })));
    }
    if (event.kind === "void_chosen") {
      parts.push(choices("哪门 suit", [..."mps"].map((suit) => ({ value: suit, zh: suitWords(suit)[0], en: suitWords(suit)[1] })), event.suit, (suit) => set({ suit })));
    }
    if (event.kind === "won") {
      parts.push(
        make("p", { class: "hint" }, both("谁胡了", "Who won")),
        several("谁胡 won", seats.map(({ seat }) => seat), event.seats, (seat) => {
          const winners = flip(event.seats, seat);
          const hands = Object.fromEntries(Object.entries(event.hands ?? {}).filter(([one]) => winners.includes(Number(one))));
          set({ seats: winners, hands });
        }),
        ...byHouse(event, (extra) => (event = { ...event, extra })),
      );
    }
    if (event.kind === "adjusted") {
      parts.push(
        make("input", {
          class: "field",
          type: "number",
          min: 1,
          inputmode: "numeric",
          "aria-label": "多少 points",
          "data-focus": "amend points",
          value: event.points,
          oninput: ({ target }) => (event = { ...event, points: Number(target.value) }),
        }),
      );
    }
    if (event.kind === "revealed" || event.kind === "dealt") {
      const one = seats[event.seat];
      parts.push(...editor(key, event.kind === "dealt" ? 13 : one.concealed, one.melds, { of }));
      parts.push(
        button(
          "amend save",
          "就这样改",
          "Amend",
          () => {
            event = { ...event, hand: textOf(tilesKept(key)) };
            save(key);
          },
          { kind: "big primary", disabled: !tilesKept(key).length },
        ),
      );
      return parts;
    }
    if (WITH_TILE.includes(event.kind)) parts.push(tileKeys((tile) => set({ tile }), () => true, () => 0, event.tile, "key", of));
    parts.push(button("amend save", "就这样改", "Amend", () => save(), { kind: "big primary", disabled: event.seats?.length === 0 }));
    return parts;
  }
}

/** The round of a line that no longer fits, as far as its words need it. */
const itsRound = ({ round, people }) => (round === now().rounds ? now().round : { seats: people.map((person, seat) => ({ seat, person })) });

function broken() {
  return now().broken.map((one) => inRound(itsRound(one), () => brokenLine(one)));
}

function brokenLine(one) {
  const words = sentence(one.event);
  return make(
    "li",
    { class: "entry broken", "data-broken": one.seq },
    make("span", { class: "said" }, one.round && make("small", {}, `第 ${one.round} 局 `), both(...words)),
    make("p", { class: "problem" }, both(...faultWords(one))),
    mayTell() &&
      make(
        "span",
        { class: "tools" },
        one.event && one.round === shown()?.number && button(`amend ${one.seq}`, "改", "Amend", () => askAmend(one.seq, one.event, shown()), { kind: "quiet" }),
        button(`retract ${one.seq}`, "删", "Remove", () => askRetract(one.seq, words), { kind: "quiet" }),
      ),
  );
}

function paint() {
  const view = now();
  if (!view) return;
  byId("broken-note").hidden = view.whole || !byId("tab-money").hidden;
  byId("tab-log-mark").hidden = view.whole;
  if (byId("tab-log").hidden) return;
  const of = shown();
  const out = new Set(view.broken.map(({ seq }) => seq));
  const lines = () => of.lines.map((one, at) => (out.has(one.seq) ? null : line(one, at, of))).filter(Boolean);
  redraw(byId("log-round"), ...roundChoice(view));
  redraw(byId("broken"), ...broken());
  redraw(byId("entries"), ...(of ? inRound(of, lines).reverse() : []));
  lookBack();
}

whenChanged(paint);
