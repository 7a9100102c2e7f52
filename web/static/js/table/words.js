// 用语: the sentences of the table page, Chinese first. What something costs comes from the server.

import { MELDS, tileName } from "../words.js";
import { now } from "./state.js";

const SUITS = { m: ["万", "characters"], p: ["筒", "dots"], s: ["条", "bamboo"] };
export const HOW = {
  exposed: ["直杠", "exposed kong"],
  added: ["弯杠", "added kong"],
  concealed: ["暗杠", "concealed kong"],
};
export const REASONS = {
  win_discard: ["点炮", "dealt in"],
  win_self_draw: ["自摸", "self-draw"],
  win_robbed_kong: ["抢杠", "robbed kong"],
  kong_concealed: ["暗杠", "concealed kong"],
  kong_exposed: ["直杠", "exposed kong"],
  kong_added: ["弯杠", "added kong"],
  kong_transfer: ["杠钱转出", "kong income moves"],
  kong_refund: ["退杠", "kong refund"],
  pig: ["花猪", "flower pig"],
  not_ready: ["查叫", "not ready"],
  left_early: ["逃跑", "left early"],
  side_bet: ["叫马", "side bet"],
  false_win: ["诈胡", "false win"],
  chips: ["筹码不够", "short of chips"],
  adjusted: ["改账", "by hand"],
};
export const ROLES = {
  host: ["桌主", "host"],
  player: ["玩家", "player"],
  spectator: ["旁观", "spectator"],
  screen: ["大屏", "screen"],
};

export const suitWords = (suit) => SUITS[suit];

let told = null; // the round that is spoken of, where it is not the last one

/** What is said of an earlier round, whose seats were other people's: `round` as `{seats, side_bet}`. */
export function inRound(round, say) {
  const before = told;
  told = round;
  try {
    return say();
  } finally {
    told = before;
  }
}

const spokenOf = () => told ?? now().round ?? {};

/** What somebody at the table is called. */
export function personName(person) {
  const found = now().circle.find((one) => one.person === person);
  if (found) return found.name;
  const played = (spokenOf().seats ?? []).find((one) => one.person === person)?.name; // who has left since, or was never joined for
  return played ?? person.replace(/^~/, "");
}

/** What the player of a seat of the round is called; seat 4 or the one past the last is the side bet's. */
export function seatName(seat) {
  const { seats = [], side_bet: bet } = spokenOf();
  const found = seats.find((one) => one.seat === seat);
  return found ? personName(found.person) : (bet?.name ?? "马");
}

const names = (seats) => seats.map((seat) => seatName(seat));

/** An event as a sentence: `[zh, en]`. */
export function sentence(event) {
  if (!event) return ["（只给本人看）", "for its player only"];
  const who = event.seat != null ? seatName(event.seat) : "";
  const tile = event.tile ? (event.tile === "?" ? "一张" : tileName(event.tile)) : "";
  const en = event.tile ?? "";
  switch (event.kind) {
    case "round_started":
      return [`开局，${event.names[0]} 坐庄`, `Round starts, ${event.names[0]} deals`];
    case "dealt":
      return [`${who} 的手牌已记`, `${who}'s hand is noted`];
    case "exchanged":
      return [`${who} 换三张`, `${who} exchanges three`];
    case "void_chosen":
      return [`${who} 定缺${SUITS[event.suit][0]}`, `${who} gives up ${SUITS[event.suit][1]}`];
    case "side_bet":
      return [`${event.name} 叫马`, `${event.name} bets aside`];
    case "drawn":
      return [`${who} 摸${tile}`, `${who} draws ${en === "?" ? "a tile" : en}`];
    case "discarded":
      return [`${who} 打${tile}`, `${who} discards ${en}`];
    case "ponged":
      return [`${who} 碰${tile}`, `${who} pongs ${en}`];
    case "konged":
      return [`${who} ${HOW[event.how][0]}${tile}`, `${who}: ${HOW[event.how][1]} ${en}`];
    case "melded": {
      const [, kind, meld] = /^#([pkac])(..)$/.exec(event.meld);
      const off = event.from == null ? ["", ""] : [`（${seatName(event.from)}打的）`, ` off ${seatName(event.from)}`];
      return [`补记：${who} ${MELDS[kind][0]}${tileName(meld)}${off[0]}`, `Told late: ${who}, ${MELDS[kind][1]} ${meld}${off[1]}`];
    }
    case "gap":
      return ["中间没记", "Play went on unrecorded"];
    case "passed":
      return [`${who} 过`, `${who} passes`];
    case "won":
      return [`${names(event.seats).join("、")} 胡`, `${names(event.seats).join(", ")} wins`];
    case "false_win":
      return [`${who} 诈胡`, `${who}: false win`];
    case "wall_empty":
      return ["黄庄", "The wall is empty"];
    case "revealed":
      return [`${who} 亮牌`, `${who} shows the hand`];
    case "left":
      return [`${who} 离桌`, `${who} leaves`];
    case "adjusted":
      return [
        `改账：${seatName(event.from)} 付 ${seatName(event.to)} ${event.points}${event.note ? `（${event.note}）` : ""}`,
        `By hand: ${seatName(event.from)} pays ${seatName(event.to)} ${event.points}`,
      ];
    default:
      return [event.kind, ""];
  }
}

const FAULTS = {
  conflict: "别人刚记了一笔：请看一眼桌面，仍需要时再点一次。",
  hand_unknown: "还不知道手牌：拍照或点牌。",
  too_large: "照片太大，请压缩或重拍。",
  our_fault: "电脑上出了不该有的错：再试一次，不行就重开堂子。",
};

/** A sentence of the server with the names of the seats it numbers. */
const named = (text) =>
  text.replaceAll(/座位(\d)|\bseat (\d)/gi, (said, zh, en) => {
    const seat = Number(zh ?? en);
    return spokenOf().seats?.[seat] ? seatName(seat) : said;
  });

/** A problem as Chinese and English. */
export const faultWords = ({ code, message, zh }) => [named(zh || FAULTS[code] || ""), named(message)];

const DEMANDS = [
  [/^reveal seat (\d)'s hand$/, (seat) => ({ seat: Number(seat), zh: `还要${seatName(Number(seat))}的手牌`, en: `${seatName(Number(seat))}'s hand is still to be told` })],
  [/^tell the tile seat (\d) drew before it added (..) /, (seat, tile) => ({ zh: `${seatName(Number(seat))} 弯杠${tileName(tile)}前摸的是哪张` })],
  [/^tell the tile seat (\d) /, (seat) => ({ zh: `还要${seatName(Number(seat))}胡的那张` })],
  [/^check for a kong or win /, () => ({ gap: true, zh: "镜头跟丢过一阵：请核对有没有漏记的杠或胡", en: "The camera lost the table for a while: check for a kong or win that it missed" })],
  [/^tell the tile of (.*)'s side bet/, (name) => ({ bet: true, zh: `${name} 叫马的是哪张`, en: `Which tile was ${name}'s side bet?` })],
];

/** What is still to be told, as a sentence; the seat whose hand it is, `bet` where it is the side bet's tile, `gap` where it is what a camera missed. */
export function demand(text) {
  for (const [form, words] of DEMANDS) {
    const found = form.exec(text);
    if (found) return { seat: null, en: named(text), ...words(...found.slice(1)) };
  }
  return { seat: null, zh: "还有要说明的", en: named(text) };
}

/** Points with their sign. */
export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

export const sign = (points) => (points > 0 ? "plus" : points < 0 ? "minus" : "even");
