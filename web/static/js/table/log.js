// 记录: every event of the round as a sentence; an older one can be amended or removed.

import { both, byId, make, redraw } from "../dom.js";
import { cameraMark } from "./camera.js";
import { dropTiles, editor, keepTiles, textOf, tilesKept } from "./editor.js";
import { button, choices, closePanel, flip, openPanel, paintPanel, seatChoice, several, tileKeys } from "./panel.js";
import { mayTell, now, whenChanged } from "./state.js";
import { tilesOf } from "./tiles.js";
import { faultWords, HOW, personName, sentence, suitWords } from "./words.js";
import { tell } from "./wire.js";

const WITH_TILE = ["discarded", "ponged", "konged", "drawn", "side_bet"];

function line({ seq, event, by, camera, problems }, number) {
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
        mayTell() && !fixed && button(`amend ${seq}`, "改", "Amend", () => askAmend(seq, event), { kind: "quiet" }),
        mayTell() && !fixed && button(`retract ${seq}`, "删", "Remove", () => askRetract(seq, words), { kind: "quiet" }),
      ),
  );
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

/** Say what an earlier event really was. */
function askAmend(seq, before) {
  let event = structuredClone(before);
  const set = (part) => {
    event = { ...event, ...part };
    paintPanel();
  };
  const save = () => {
    closePanel();
    tell("改记", { path: "/amend", body: { seq, event } });
  };
  const key = `amend.${seq}`;
  if (event.hand && !tilesKept(key).length) keepTiles(key, tilesOf(event.hand)); // so that one tile is changed, not thirteen tapped
  openPanel([`改：${sentence(before)[0]}`, "What it really was"], () => {
    const { seats } = now().round;
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
      parts.push(...editor(key, event.kind === "dealt" ? 13 : one.concealed, one.melds));
      parts.push(
        button(
          "amend save",
          "就这样改",
          "Amend",
          () => {
            event = { ...event, hand: textOf(tilesKept(key)) };
            dropTiles(key);
            save();
          },
          { kind: "big primary", disabled: !tilesKept(key).length },
        ),
      );
      return parts;
    }
    if (WITH_TILE.includes(event.kind)) parts.push(tileKeys((tile) => set({ tile }), () => true, () => 0, event.tile));
    parts.push(button("amend save", "就这样改", "Amend", save, { kind: "big primary", disabled: event.seats?.length === 0 }));
    return parts;
  });
}

function broken() {
  return now().broken.map((one) =>
    make(
      "li",
      { class: "entry broken", "data-broken": one.seq },
      make("span", { class: "said" }, one.round && make("small", {}, `第 ${one.round} 局 `), both(...sentence(one.event))),
      make("p", { class: "problem" }, both(...faultWords(one))),
      mayTell() &&
        make(
          "span",
          { class: "tools" },
          one.event && one.round === now().rounds && button(`amend ${one.seq}`, "改", "Amend", () => askAmend(one.seq, one.event), { kind: "quiet" }),
          button(`retract ${one.seq}`, "删", "Remove", () => askRetract(one.seq, sentence(one.event)), { kind: "quiet" }),
        ),
    ),
  );
}

function paint() {
  const view = now();
  if (!view) return;
  byId("broken-note").hidden = view.whole || !byId("tab-money").hidden;
  byId("tab-log-mark").hidden = view.whole;
  if (byId("tab-log").hidden) return;
  const lines = view.round?.lines ?? [];
  const out = new Set(view.broken.map(({ seq }) => seq));
  redraw(byId("broken"), ...broken());
  redraw(
    byId("entries"),
    ...lines
      .map((one, at) => (out.has(one.seq) ? null : line(one, at)))
      .filter(Boolean)
      .reverse(),
  );
}

whenChanged(paint);
