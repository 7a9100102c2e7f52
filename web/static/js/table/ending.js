// 拍照结账: what is told of a hand's end, kept on this phone until it is recorded, and what is still to be asked.
// The server knows what it comes to; here it is only gathered.

import { readMelds } from "../state.js";
import { NO_NAME } from "../words.js";
import { keep, kept, round } from "./state.js";
import { inOrder } from "./tiles.js";

const EMPTY = { how: null, hands: [], seats: [], giver: null, tile: null, robbed: false, after: null, first: false, kongs: {} };

let draft = null;

/** What has been told of this round's end so far. */
export function told() {
  const at = round()?.number;
  if (draft?.round !== at) {
    const before = kept("ending", null);
    draft = before?.round === at ? before : { ...structuredClone(EMPTY), round: at };
  }
  return draft;
}

/** Change what is told. */
export function tellMore(edit) {
  edit(told());
  keep("ending", draft);
}

/** Forget it, as once it is recorded. */
export function forget() {
  draft = null;
  keep("ending", null);
}

/** Take over the hands of photos: each goes to the first seat that has none yet. */
export function takeHands(photos) {
  tellMore((copy) => {
    for (const { hands = [] } of photos) {
      for (const form of hands.filter((one) => one.hand)) {
        const free = seatsWanted().find((seat) => !copy.hands.some((hand) => hand.seat === seat));
        copy.hands.push({
          seat: free ?? null,
          tiles: inOrder(form.hand_tiles.map((at) => form.tiles[at].tile).map((tile) => (NO_NAME.includes(tile) ? "?" : tile))),
          melds: readMelds(form.hand).map((meld) => ({ ...meld, sure: meld.kind !== "k" })),
          asks: form.problems.filter(({ code, zh }) => zh && !["wrong_size", "which_kong", "unclear_tile"].includes(code)),
          apart: form.problems.find(({ code }) => code === "winning_tile")?.options?.[0] ?? null,
        });
        const added = copy.hands.at(-1);
        if (added.apart && copy.how === "win" && !copy.tile) copy.tile = added.apart;
      }
    }
  });
}

/** The seats whose hand is wanted, the likeliest first. */
function seatsWanted() {
  const { how, seats } = draft ?? EMPTY;
  const all = round().seats;
  if (how === "win") return [...seats, ...all.map(({ seat }) => seat).filter((seat) => !seats.includes(seat))];
  const open = all.filter(({ status, hand }) => (status === "in" ? how === "wall" || round().finished : status === "won" && !hand));
  return open.map(({ seat }) => seat);
}

export const handOf = (seat) => told().hands.find((one) => one.seat === seat);

/** Tiles that belong into a hand beside its melds, the one won on not counted. */
export const needed = (hand) => 13 - 3 * hand.melds.length;

/** Whether a hand holds the tile won on too. */
export const holdsWon = (hand) => told().how === "win" && told().seats.includes(hand.seat) && hand.tiles.length === needed(hand) + 1;

/** The kongs of the photos that no event has told, `{seat, tile, kind, sure}`. */
export function newKongs() {
  return told().hands.flatMap(({ seat, melds }) => {
    if (seat == null) return [];
    const before = round().seats[seat].melds;
    return melds
      .filter(({ kind, tile }) => kind !== "p" && !before.some((one) => one[1] !== "p" && one.slice(2) === tile))
      .map((meld) => ({ ...meld, seat, pong: before.includes(`#p${meld.tile}`) }));
  });
}

/** What was answered about a kong. */
export const aboutKong = (seat, tile) => told().kongs[`${seat}.${tile}`] ?? {};

/** Who won before, and so may have been out when a kong was made. */
export const earlier = () => round().winners.filter((seat) => !(told().how === "win" && told().seats.includes(seat)));

const lateMatters = () => round().rules.values["kong.added_only_just_drawn"] && round().rules.values["kong.added"] > 0;

/** The kind of a kong: what lies there shows it, or it was answered. */
export const kindOf = ({ seat, tile, kind, sure, pong }) => (pong ? "a" : sure ? kind : (aboutKong(seat, tile).kind ?? null));

/** Whether it must be said that an added kong was the tile just drawn. */
export const asksDrawn = (kong) => kindOf(kong) === "a" && lateMatters();

/** What is still open, as words: nothing can be recorded before it is answered. */
export function open() {
  const now = told();
  const found = [];
  if (!now.how) found.push(["先说怎么结束", "Say how it ended"]);
  if (now.how === "win") {
    if (!now.seats.length) found.push(["谁胡了？", "Who won?"]);
    if (now.giver == null) found.push(["自摸还是点炮？", "Self-drawn, or from whom?"]);
    if (!now.tile) found.push(["胡的哪张？", "Which tile was won on?"]);
    if (now.after && now.after.tile == null) found.push(["杠的哪张？", "Which kong?"]);
    if (now.after && now.after.kind === "k" && now.after.giver == null) found.push(["杠上的那杠谁打的？", "Who discarded that kong's tile?"]);
    if (now.after && now.after.kind === "a" && lateMatters() && now.after.drawn == null) found.push(["那杠是刚摸的吗？", "Was that kong just drawn?"]);
  }
  for (const hand of now.hands) {
    if (hand.seat == null) found.push(["有一手牌还没说是谁的", "Say whose hand it is"]);
    if (hand.asks.some(({ code }) => code === "meld_or_hand")) found.push(["是碰杠还是手里的牌？点一下", "A meld, or in the hand? Tap the answer"]);
    if (hand.tiles.includes("?")) found.push(["有牌没认出，点一下选出", "A tile is not named: tap it"]);
  }
  for (const kong of newKongs()) {
    const { seat, tile } = kong;
    if (isAfter(kong)) continue;
    if (!kindOf(kong)) found.push(["是哪种杠？", "Which kong is it?"]);
    if (kindOf(kong) === "k" && aboutKong(seat, tile).from == null) found.push(["杠的牌谁打的？", "Who discarded the kong's tile?"]);
    if (asksDrawn(kong) && aboutKong(seat, tile).drawn == null) found.push(["弯杠是刚摸的吗？", "Was it the tile just drawn?"]);
  }
  if (now.how && now.how !== "win" && !now.hands.length && now.how !== "wall") found.push(["还没有牌", "No hand yet"]);
  return [...new Map(found.map((one) => [one[0], one])).values()];
}

/** Whether a kong of a photo is the one that the win came after. */
export function isAfter({ seat, tile }) {
  const { after } = told();
  return after != null && after.seat === seat && after.tile === tile;
}

/** The request that tells it. */
export function request() {
  const now = told();
  const hands = {};
  for (const hand of now.hands) {
    const tiles = [...hand.tiles];
    if (holdsWon(hand)) {
      const at = tiles.indexOf(now.tile);
      if (at >= 0) tiles.splice(at, 1);
    }
    const melds = hand.melds.map((meld) => {
      const kong = newKongs().find((one) => one.seat === hand.seat && one.tile === meld.tile);
      const kind = kong ? (isAfter(kong) ? now.after.kind : kindOf(kong)) : meld.kind;
      return `#${kind}${meld.tile}`;
    });
    hands[hand.seat] = [...tiles, ...melds].join(" ");
  }
  const kongs = newKongs()
    .filter((kong) => !isAfter(kong))
    .map((kong) => {
      const said = aboutKong(kong.seat, kong.tile);
      return {
        seat: kong.seat,
        tile: kong.tile,
        from: kindOf(kong) === "k" ? said.from : null,
        just_drawn: kindOf(kong) === "a" ? (said.drawn ?? null) : null,
        out: earlier().length ? (said.out ?? null) : null,
      };
    });
  const body = { hands, kongs, wall_empty: now.how === "wall" };
  if (now.how !== "win") return body;
  const { after } = now;
  body.win = {
    seats: now.seats,
    tile: now.tile,
    from: now.giver === "self" ? null : now.giver,
    robbed: now.robbed,
    first: now.first,
    after_kong: after && {
      seat: after.seat,
      tile: after.tile,
      from: after.kind === "k" ? after.giver : null,
      just_drawn: after.kind === "a" ? (after.drawn ?? false) : null,
    },
  };
  return body;
}
