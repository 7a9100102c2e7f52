// 问牌: what the camera asks, as tiles to press where it is about a tile, likely ones first.

import { both, make, tileButton } from "../dom.js";
import { arrows } from "../focus.js";
import { tileName } from "../words.js";
import { button, choices } from "./panel.js";
import { mayTell, now, root } from "./state.js";
import { seatName, sentence } from "./words.js";
import { tell } from "./wire.js";

const LIKELY = 4; // so many kinds are shown large, the others on a pad below
const NEAR = 3; // so many other kinds are shown beside each discard of several, the others behind one more tap

let chosen = { question: null, kinds: {}, wide: null }; // of the question about several discards, until it is sent

/** The address of the picture behind a record, or of what is asked. */
export const evidenceUrl = (name) => `${root}/evidence/${name}?${now().stamp}`;

function picture(name, alt) {
  const image = make("img", { class: "evidence", src: evidenceUrl(name), alt, onerror: () => (image.hidden = true) });
  return image;
}

const answer = (question, option, also = []) => tell("回答摄像头", { path: "/camera/answer", body: { question, option, ...(also.length ? { also } : {}) } });

// a draw that nobody saw says nothing beside what follows it
const telling = (events) => events.filter(({ kind, tile }) => kind !== "drawn" || tile !== "?" || events.length === 1);

// whether a win is a self-draw, and an added kong of the tile just drawn, decides the money
function inOption(event, before) {
  const [zh, en] = sentence(event);
  const drew = before?.kind === "drawn" && event.kind === "won" && event.seats.join() === String(before.seat);
  if (drew) return [zh.replace(/ 胡$/, " 自摸"), `${en} by self-draw`];
  if (event.kind !== "konged" || event.just_drawn == null) return [zh, en];
  return event.just_drawn ? [`${zh}（刚摸的）`, `${en} with the tile just drawn`] : [`${zh}（先前的）`, `${en} with an older tile`];
}

/** What an option says happened: `[zh, en]`. */
export function optionWords(events) {
  if (!events.length) return ["都不是，没发生", "none of these"];
  const told = telling(events).map((event) => inOption(event, events[events.indexOf(event) - 1]));
  return [told.map(([zh]) => zh).join("，"), told.map(([, en]) => en).join(", ")];
}

const thrown = (events) => {
  const told = telling(events);
  return told.length === 1 && told[0].kind === "discarded" ? told[0] : null;
};

const tileKey = (tile, option, press, extra = {}) => tileButton(tile, `${tileName(tile)} ${tile}`, `camera option ${option}`, press, extra);

/** A question of which one option holds: the kinds of one discard as tiles, everything else as sentences. */
function oneOf({ id, options }) {
  const discards = options.map(thrown);
  const seat = discards.find(Boolean)?.seat;
  const kinds = [...options.keys()].filter((option) => discards[option]?.seat === seat && seat != null);
  const tiles = kinds.length > 1 ? kinds : [];
  const key = (option) => tileKey(discards[option].tile, option, () => answer(id, option));
  const group = (name, some) => make("div", { class: name, role: "group", "aria-label": "打的哪张 which tile", onkeydown: arrows }, ...some.map(key));
  const rest = [...options.keys()].filter((option) => !tiles.includes(option));
  return [
    tiles.length > 0 && make("p", { class: "asked-who" }, both(`${seatName(seat)}打的是哪张？`, `Which tile did ${seatName(seat)} throw?`)),
    tiles.length > 0 && group("asked-tiles large", tiles.slice(0, LIKELY)),
    tiles.length > LIKELY && group("keys asked-more", tiles.slice(LIKELY)),
    make("div", { class: "stack" }, ...rest.map((option) => button(`camera option ${option}`, ...optionWords(options[option]), () => answer(id, option)))),
  ];
}

// what an option says, but for draws and the gaps between, as `[zh, en]` each
const sentences = (events) => events.map((event, at) => [event, events[at - 1]]).filter(([{ kind }]) => !["gap", "drawn"].includes(kind)).map(([event, before]) => inOption(event, before));

/** Whether to take up what lies on the table: what all options say once, and what each says besides to press. */
function takeUp({ id, options }) {
  const joined = (said) => [said.map(([zh]) => zh).join("，"), said.map(([, en]) => en).join(", ")];
  const told = options.map((events) => (events.length ? sentences(events) : null));
  const some = told.filter(Boolean);
  const says = (its, one) => its.some((other) => other.join() === one.join());
  const common = some[0].filter((one) => some.every((its) => says(its, one)));
  const words = (its) => {
    if (!its) return ["先不记", "not yet"];
    const rest = its.filter((one) => !says(common, one));
    return rest.length ? joined(rest) : ["照桌上的补记", "take up what lies there"];
  };
  return [
    common.length > 0 && make("p", { class: "hint" }, both(...joined(common))),
    make("div", { class: "stack" }, ...told.map((its, option) => button(`camera option ${option}`, ...words(its), () => answer(id, option)))),
  ];
}

/** A question about what one of several recorded discards really was. */
function mended({ id, options, instead }) {
  const words = (events, option) => {
    if (!events.length) return ["都没记错", "none of them is wrong"];
    const [{ seat, tile }] = events;
    const { tile: old } = instead[option];
    return [`${seatName(seat)}打的${tileName(old)}其实是${tileName(tile)}`, `${seatName(seat)}'s ${old} was a ${tile}`];
  };
  return [make("div", { class: "stack" }, ...options.map((events, option) => button(`camera option ${option}`, ...words(events, option), () => answer(id, option))))];
}

/** The recorded discards that a question about several is about, each with the options that would change it. */
function discardsOf({ options, instead }) {
  const found = [];
  instead.forEach(({ seat, number, tile }, option) => {
    let one = found.find((other) => other.seat === seat && other.number === number);
    if (!one) found.push((one = { seat, number, tile, place: found.length, options: [] }));
    one.options.push({ option, tile: options[option][0].tile });
  });
  return found;
}

/** Two discards that may have been exchanged: as they are recorded, or the other way round. */
function pairRow([one, other], picked, choose) {
  const said = (tile, instead) => [
    `${seatName(one.seat)}${tileName(tile)}，${seatName(other.seat)}${tileName(instead)}`,
    `${seatName(one.seat)} ${tile}, ${seatName(other.seat)} ${instead}`,
  ];
  const option = (value, [zh, en]) => ({ value, zh, en });
  const names = [said(one.tile, other.tile), said(other.tile, one.tile)];
  return make(
    "li",
    { "data-pair": one.place },
    ...[one, other].map(({ place, seat, number }) => picture(`question-${place}`, `${seatName(seat)} ${number + 1}`)),
    make(
      "div",
      {},
      make("p", { class: "asked-who" }, both("谁打的哪张？", "Who threw which?")),
      choices(`谁打的哪张 who threw which ${one.place}`, [option("kept", names[0]), option("turned", names[1])], picked ? "turned" : "kept", (value) => choose(value === "turned")),
    ),
  );
}

/** The discards of a hand that is over whose kinds were not sure: as they are recorded, each to be changed by a tap. */
function several(question, again) {
  if (chosen.question !== question.id) chosen = { question: question.id, kinds: {}, wide: null };
  const discards = discardsOf(question);
  const exchanged = question.paired.map((pair) => pair.map((option) => discards.find((one) => one.options.some((kind) => kind.option === option))));
  const picked = () => discards.map((_, at) => chosen.kinds[at]).filter((option) => option != null);
  const choose = (at, option) => {
    chosen.kinds[at] = option;
    again();
  };
  const exchange = (pair) => (turned) => {
    pair.forEach(({ place, options: [{ option }] }) => (chosen.kinds[place] = turned ? option : undefined));
    again();
  };
  const row = (one) => {
    const at = one.place;
    const others = chosen.wide === at ? one.options : one.options.filter(({ option }, place) => place < NEAR || option === chosen.kinds[at]);
    const key = ({ option, tile }) => tileKey(tile, `${at} ${tile}`, () => choose(at, option), { "aria-pressed": String(chosen.kinds[at] === option) });
    const kept = { option: undefined, tile: one.tile };
    return make(
      "li",
      { "data-doubt": at },
      picture(`question-${at}`, `${seatName(one.seat)} ${one.number + 1}`),
      make(
        "div",
        {},
        make("p", { class: "asked-who" }, both(`${seatName(one.seat)}的第${one.number + 1}张`, `discard ${one.number + 1}`)),
        make(
          "div",
          { class: "asked-tiles", role: "group", "aria-label": "哪张 which tile", onkeydown: arrows },
          key(kept),
          ...others.map(key),
          chosen.wide !== at && one.options.length > NEAR &&
            button(`camera wide ${at}`, "别的", "other", () => {
              chosen.wide = at;
              again();
            }, { kind: "quiet" }),
        ),
      ),
    );
  };
  const changed = picked().length;
  const none = question.options.findIndex((events) => !events.length);
  return [
    make(
      "ul",
      { class: "asked" },
      ...discards.filter((one) => !exchanged.flat().includes(one)).map(row),
      ...exchanged.map((pair) => pairRow(pair, chosen.kinds[pair[0].place] != null, exchange(pair))),
    ),
    button(
      "camera confirm",
      changed ? `改${changed}张，记下` : "都对",
      changed ? `Change ${changed} and keep` : "All right",
      () => {
        const [first, ...also] = picked();
        answer(question.id, first ?? none, also);
      },
      { kind: "big primary" },
    ),
  ];
}

function headline({ several: many, mends, instead, paired, lost }) {
  if (lost === 0)
    return both(
      "摄像头没从起手看起：照桌上的补记吗？先后、碰的牌是谁打的，都不知道。",
      "The camera has not watched this hand from its deal: take up what lies there? The order, and who threw a claimed tile, stay unknown.",
    );
  if (lost != null)
    return both(
      `摄像头跟丢了约${lost}秒：照桌上的补记吗？先后、碰的牌是谁打的，都不知道。`,
      `The camera lost the table for some ${lost} s: take up what lies there? The order, and who threw a claimed tile, stay unknown.`,
    );
  if (many) {
    const count = new Set(instead.map(({ seat, number }) => `${seat} ${number}`)).size - paired.length;
    if (paired.length) return both(`这局有${count}处没看准：错的点一下改，再记下。`, `${count} things were not sure: change those that are wrong.`);
    return both(`这局有${count}张牌没看准：错的点一下改，再记下。`, `${count} discards were not sure: change those that are wrong.`);
  }
  if (mends) return both("有一张打出的可能记错了：其实打的是？", "A discard may be recorded wrongly: what was it really?");
  return both("摄像头没看准：是哪个？", "The camera is not sure: which?");
}

/** What is asked; `again` draws it anew. */
export function questionCard(question, again) {
  const asks = question.several ? several : question.mends ? mended : question.lost != null ? takeUp : oneOf;
  return [
    make("p", { class: "headline" }, headline(question)),
    !question.several && picture("question", "看不准的地方 what is asked about"),
    ...(mayTell() ? asks(question, again) : []),
  ];
}
