// 拍照结账: after a win or an empty wall the hands are photographed; only what no picture shows is asked.

import { postHands, Refused } from "../api.js";
import { both, byId, make, tileButton } from "../dom.js";
import { canLive, openLive } from "../live.js";
import { readMelds } from "../state.js";
import { MELDS, tileName } from "../words.js";
import * as ending from "./ending.js";
import { winQuestions, kongQuestions } from "./ending_asks.js";
import { button, choices, closePanel, openPanel, paintPanel, tileKeys } from "./panel.js";
import { keep, mayTell, now, playing, round, whenChanged } from "./state.js";
import { inOrder, meldPicture } from "./tiles.js";
import { demand, faultWords, REASONS, seatName } from "./words.js";
import { ask, later, tell } from "./wire.js";

const MOST_PHOTOS = 4;
const LARGEST = Number(document.body.dataset.largest);

let busy = false;
let problem = null; // why the last photos could not be read
let fixing = null; // {hand, at} the tile, or {hand, meld} the meld that is being fixed
let tried = null; // what it would come to
let asked = "";

const change = (edit) => {
  ending.tellMore(edit);
  paintPanel();
};

async function read(files) {
  const photos = [...files].slice(0, MOST_PHOTOS);
  problem = null;
  if (photos.reduce((sum, one) => sum + one.size, 0) > LARGEST) {
    problem = { code: "too_large", message: "The photos are too large: send fewer or smaller ones." };
    paintPanel();
    return;
  }
  busy = true;
  paintPanel();
  try {
    const form = await postHands(photos);
    ending.takeHands(form.photos);
    const bad = form.photos.findIndex(({ error }) => error);
    problem = form.photos[bad]?.error ?? null;
    if (problem && form.photos.length > 1) problem = { ...problem, photo: bad + 1 };
    if (!form.photos.some(({ hands }) => hands?.some(({ hand }) => hand))) {
      problem ??= form.photos.flatMap(({ hands }) => hands.flatMap((one) => one.problems))[0];
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem = error.problem;
  } finally {
    busy = false;
    paintPanel();
  }
}

for (const id of ["ending-camera", "ending-album"]) {
  byId(id).addEventListener("change", ({ target }) => {
    if (target.files.length) read(target.files);
    target.value = "";
  });
}

function takeFrame(form) {
  ending.takeHands([{ hands: [{ ...form, problems: form.problems.filter(({ code }) => code !== "fair_play") }] }]);
  paintPanel();
}

/** Which of several photos could not be used. */
const whichPhoto = ({ photo }) => (photo ? [both(`第 ${photo} 张照片：`, `photo ${photo}: `)] : []);

function photoButtons() {
  return [
    make("p", { class: "hint" }, both("拍一到四家：一家一张，或几家分开摆好一起拍", "One to four hands: a photo each, or several laid apart in one")),
    make(
      "div",
      { class: canLive() ? "pair three" : "pair" },
      canLive() && button("ending live", "实时", "Live", () => openLive(takeFrame)),
      button("ending camera", "拍照", "Camera", () => byId("ending-camera").click(), { kind: "big primary" }),
      button("ending album", "选照片", "Choose photos", () => byId("ending-album").click()),
    ),
    busy && make("p", { class: "notice busy", role: "status" }, both("认牌中…", "Reading the tiles")),
    problem && make("p", { class: "problem", role: "alert" }, ...whichPhoto(problem), both(...faultWords(problem))),
  ];
}

/** What can be done with a tile of a photographed hand: name it otherwise, make a meld of it, take it away. */
function tileFix(hand, at) {
  const old = hand.tiles[at];
  const many = hand.tiles.filter((one) => one === old).length;
  const done = (edit) => {
    fixing = null;
    change(edit);
  };
  const melds = ["p", "k", "a", "c"].filter((kind) => old !== "?" && many >= (kind === "p" ? 3 : 4));
  const act = (zh, en, focus, edit) => button(focus, zh, en, () => done(edit), { kind: "quiet" });
  return make(
    "div",
    { class: "fix" },
    make("p", { class: "hint" }, both(`${tileName(old)} 其实是`, "It really is")),
    tileKeys((tile) => done(() => (hand.tiles = inOrder(hand.tiles.toSpliced(at, 1, tile)))), () => true, () => 0, null, "fix"),
    make(
      "div",
      { class: "line" },
      ...melds.map((kind) =>
        act(`是${MELDS[kind][0]}`, MELDS[kind][1], `fix meld ${kind}`, () => {
          let take = kind === "p" ? 3 : 4;
          hand.tiles = hand.tiles.filter((one) => one !== old || take-- <= 0);
          hand.melds.push({ kind, tile: old, sure: true });
        }),
      ),
      act("拿掉", "Remove", "fix away", () => (hand.tiles = hand.tiles.toSpliced(at, 1))),
      button("fix cancel", "不改", "Leave it", () => ((fixing = null), paintPanel()), { kind: "quiet" }),
    ),
  );
}

function meldFix(hand, at) {
  const meld = hand.melds[at];
  const done = (edit) => {
    fixing = null;
    change(edit);
  };
  return make(
    "div",
    { class: "fix" },
    make("p", { class: "hint" }, both(`${MELDS[meld.kind][0]}${tileName(meld.tile)} 其实是`, "It really is")),
    make(
      "div",
      { class: "line" },
      ...Object.entries(MELDS).map(([kind, [zh, en]]) => button(`fix kind ${kind}`, zh, en, () => done(() => Object.assign(meld, { kind, sure: true })), { kind: "quiet" })),
    ),
    make(
      "div",
      { class: "line" },
      button("fix back", "收回手牌", "Back to hand", () =>
        done(() => {
          hand.melds = hand.melds.toSpliced(at, 1);
          hand.tiles = inOrder([...hand.tiles, ...Array(meld.kind === "p" ? 3 : 4).fill(meld.tile)]);
        }), { kind: "quiet" }),
      button("fix away", "拿掉", "Remove", () => done(() => (hand.melds = hand.melds.toSpliced(at, 1))), { kind: "quiet" }),
      button("fix cancel", "不改", "Leave it", () => ((fixing = null), paintPanel()), { kind: "quiet" }),
    ),
    tileKeys((tile) => done(() => (meld.tile = tile)), () => true, () => 0, meld.tile, "fix"),
  );
}

/** Buttons for like tiles that lay only a little apart: which melds they may be, or tiles of the hand. */
function meldOrHand(hand, asked) {
  if (asked.code !== "meld_or_hand") return null;
  const { tile, kind } = readMelds(asked.options[0])[0];
  const many = kind === "p" ? 3 : 4;
  const answer = (meld) => {
    const at = hand.melds.findIndex((one) => one.tile === tile);
    if (meld && at >= 0) Object.assign(hand.melds[at], { kind: meld.kind, sure: true });
    else if (meld) {
      let take = many;
      hand.tiles = hand.tiles.filter((one) => one !== tile || take-- <= 0);
      hand.melds.push({ ...meld, sure: true });
    } else if (at >= 0) {
      hand.melds = hand.melds.toSpliced(at, 1);
      hand.tiles = inOrder([...hand.tiles, ...Array(many).fill(tile)]);
    }
    hand.asks = hand.asks.filter((one) => one !== asked);
  };
  return make(
    "span",
    { class: "options" },
    ...asked.options.map((option) => {
      const meld = readMelds(option)[0];
      const [zh, en] = meld ? MELDS[meld.kind] : ["手里的", "In the hand"];
      return button(`answer ${option}`, zh, en, () => change(() => answer(meld)), { kind: "quiet" });
    }),
  );
}

function handCard(hand, number) {
  const focus = `hand ${number}`;
  const short = ending.needed(hand) - hand.tiles.length;
  const won = ending.holdsWon(hand);
  const seats = round().seats.filter(({ status }) => status !== "left");
  return make(
    "section",
    { class: "card told", "data-hand": number, "aria-label": `第 ${number + 1} 手牌 hand ${number + 1}` },
    choices(
      `谁的 whose ${number}`,
      seats.map(({ seat }) => ({ value: seat, zh: seatName(seat), en: "" })),
      hand.seat,
      (seat) =>
        change((copy) => {
          for (const other of copy.hands) if (other !== hand && other.seat === seat) other.seat = hand.seat;
          hand.seat = seat;
        }),
    ),
    make(
      "div",
      { class: "tiles", role: "group", "aria-label": "手牌，点一张就能改 the hand, tap to fix" },
      ...hand.tiles.map((tile, at) =>
        tileButton(tile, `${tileName(tile)} ${tile}，点改 tap to fix`, `${focus} tile ${at}`, () => {
          fixing = { hand, at };
          paintPanel();
        }),
      ),
    ),
    make(
      "div",
      { class: "melds" },
      ...hand.melds.map((meld, at) =>
        make(
          "button",
          {
            type: "button",
            class: "meld",
            "data-focus": `${focus} meld ${at}`,
            onclick: () => {
              fixing = { hand, meld: at };
              paintPanel();
            },
          },
          meldPicture(`#${meld.kind}${meld.tile}`),
        ),
      ),
    ),
    make("ul", { class: "problems" }, ...hand.asks.map((one) => make("li", {}, both(one.zh, one.message), meldOrHand(hand, one)))),
    short !== 0 &&
      !won &&
      make(
        "p",
        { class: "problem", "data-short": short },
        short > 0 ? both(`少 ${short} 张：点牌加上，或核对碰杠`, `${short} missing`) : both(`多 ${-short} 张：点掉多的，或点成碰杠`, `${-short} too many`),
      ),
    fixing?.hand === hand && (fixing.meld != null ? meldFix(hand, fixing.meld) : tileFix(hand, fixing.at)),
    make(
      "div",
      { class: "line" },
      button(`${focus} add`, "加一张", "Add a tile", () => {
        change(() => hand.tiles.push("?"));
        fixing = { hand, at: hand.tiles.length - 1 };
        paintPanel();
      }, { kind: "quiet" }),
      button(`${focus} drop`, "不是手牌", "No hand", () => change((copy) => (copy.hands = copy.hands.filter((one) => one !== hand))), { kind: "quiet" }),
    ),
  );
}

function outcome() {
  const left = ending.open();
  if (left.length) {
    return [make("ul", { class: "problems", "data-open": left.length }, ...left.map((one) => make("li", {}, both(...one))))];
  }
  if (!tried) return [make("p", { class: "hint", role: "status" }, both("正在算…", "Asking"))];
  if (tried.problem) return [make("p", { class: "problem", role: "alert" }, both(...faultWords(tried.problem)))];
  const fatal = tried.problems.some((one) => one.fatal);
  const odd = tried.problems.filter(({ doubtful }) => doubtful);
  return [
    make("ul", { class: "problems" }, ...tried.problems.filter((one) => one.fatal || odd.includes(one)).map((one) => make("li", {}, both(...faultWords(one))))),
    !fatal &&
      make(
        "ul",
        { class: "payments", role: "status", "aria-label": "要付的 what it comes to" },
        ...tried.payments.map((one) =>
          make(
            "li",
            { class: "payment", "data-points": one.points },
            make("b", { class: "paid" }, `${seatName(one.from)} → ${seatName(one.to)}`),
            make("b", { class: "points" }, String(one.points)),
            make("span", { class: "chip far" }, both(...(REASONS[one.reason] ?? [one.reason, ""]))),
            make("span", { class: "why" }, one.why.zh, make("small", { lang: "en" }, ` ${one.why.en}`)),
          ),
        ),
        !tried.payments.length && make("li", { class: "hint" }, both("这样没有进出。", "Nothing moves.")),
      ),
    ...(fatal ? [] : tried.missing.map((text) => make("p", { class: "hint" }, both(demand(text).zh, demand(text).en)))),
    !fatal &&
      button(
        "settle",
        odd.length ? "确实是这样，记上" : "就这样结",
        odd.length ? "It was so: record it" : "Settle",
        () => {
          const body = { ...ending.request(), ...(odd.length ? { anyway: true } : {}) };
          keep("panel", null);
          closePanel();
          tell("结账", { path: "/settle", body, draft: "ending" });
        },
        { kind: "big primary" },
      ),
  ];
}

/** Ask what it would come to, once nothing is open. */
async function tryIt() {
  if (ending.open().length) {
    asked = "";
    tried = null;
    return;
  }
  const body = ending.request();
  const want = `${now().stamp} ${JSON.stringify(body)}`;
  if (want === asked) return;
  asked = want;
  tried = null;
  let found;
  try {
    found = await ask("/settle", { ...body, try: true, expected: now().records, key: "try" });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    found = { problem: error.problem };
    later("try", error, () => {
      if (asked === want) asked = "";
      paintPanel();
    });
  }
  if (asked !== want) return;
  tried = found;
  paintPanel();
}

/** Settle the hand from photos. */
export function askEnding() {
  const at = round().number;
  keep("panel", { ending: true, round: at });
  if (!playing()) ending.tellMore((copy) => (copy.how = "hands"));
  openPanel(["拍照结账", "Settle from photos"], () => {
    if (round()?.number !== at) return [];
    const { how, hands } = ending.told();
    if (!playing() && how !== "hands") ending.tellMore((copy) => (copy.how = "hands"));
    tryIt();
    return [
      playing() &&
        choices(
          "怎么结束 how it ended",
          [
            { value: "win", zh: "有人胡", en: "A win" },
            { value: "wall", zh: "黄庄", en: "Wall empty" },
            { value: "hands", zh: "补亮牌", en: "Hands only" },
          ],
          how,
          (value) => change((copy) => (copy.how = value)),
        ),
      ...(how === "win" ? winQuestions(change) : []),
      ...(how ? photoButtons() : []),
      ...hands.map(handCard),
      ...kongQuestions(change),
      ...(how ? outcome() : []),
    ].filter(Boolean);
  });
}

function paint() {
  const wanted = Boolean(now()?.round) && mayTell() && (playing() || now().round.missing.length > 0);
  byId("settle-line").hidden = !wanted;
}

byId("settle-photos").addEventListener("click", askEnding);
whenChanged(paint);
