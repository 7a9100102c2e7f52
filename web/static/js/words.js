// 用语: what the page says, Chinese first. Rules and values come from the server; only words live here.

const NUMBERS = "一二三四五六七八九";
const SUITS = { m: "万", p: "筒", s: "条" };

/** The 27 kinds of tiles. */
export const KINDS = [..."mps"].flatMap((suit) => [..."123456789"].map((number) => number + suit));

/** What is read of a tile that has no name here: face down, an honour or flower, or not recognised. */
export const NO_NAME = ["back", "other", "?"];

/** The word a player uses for a tile: "3m" is 三万, "1s" 幺鸡. */
export function tileName(tile) {
  if (tile === "1s") return "幺鸡";
  if (tile === "?") return "没认出";
  if (tile === "back") return "牌背";
  if (tile === "other") return "字花牌";
  return NUMBERS[Number(tile[0]) - 1] + SUITS[tile[1]];
}

export const MELDS = {
  p: ["碰", "Pong"],
  k: ["直杠", "Exposed kong"],
  a: ["弯杠", "Added kong"],
  c: ["暗杠", "Concealed kong"],
};

const PATTERNS = { extra: ["另加", "extra"] };

/** Take the patterns' names from the keys the server lists. */
export function learnPatterns(keys) {
  for (const { key, zh, en } of keys) {
    if (key.startsWith("patterns.")) PATTERNS[key.replace("patterns.", "")] = [zh, en];
  }
}

/** What a pattern is called, in Chinese and English. */
export const patternName = (id) => PATTERNS[id] ?? [id, ""];

const PROBLEMS = {
  fifth_copy: "同一种牌超过四张，请检查。",
  wrong_size: "张数不对：该是 13 张，摸牌后 14 张，每碰或杠一副少 3 张。",
  too_many_melds: "最多四副碰杠。",
  empty: "还没有牌。",
  busy: "正在认别的照片，请稍后再传。",
  too_large: "照片太大，请压缩或重拍。",
  no_picture: "这个文件不是能读的图片，请发 JPEG、PNG、WebP 或 HEIC。",
  broken: "图片不完整或已损坏，请重拍或重传。",
  our_fault: "电脑上出了不该有的错：再试一次，不行就重开堂子。",
  no_photo: "没有收到照片。",
  no_tiles: "照片里没有找到牌：靠近些，光线亮些，再拍一张。",
  three_suits: "还有三门花色：胡牌最多两门。",
  unseen: "有牌没认出：点一下选出是哪张。",
  void_held: "手里还有定缺的那门：先打掉。",
  void_melded: "碰杠里有定缺的那门，请核对；这样胡不了。",
};

/** A problem or error as Chinese and English; the Chinese is left out where we have no words for it. */
export function problemWords(problem) {
  return [problem.zh ?? PROBLEMS[problem.code] ?? "", problem.message];
}

/** How a multiple is called under the table's label: 倍, or 番 counted from 0 or 1. */
export function valueName(multiple, label) {
  const doublings = Math.round(Math.log2(multiple));
  if (label === "fan0") return `${doublings} 番`;
  if (label === "fan1") return `${doublings + 1} 番`;
  return `${multiple} 倍`;
}
