// 草稿: what was told with much work, a hand or the photos of an ending: kept until it is recorded, so that what the
// server refuses is opened again and mended, not told anew.

import { askReveal } from "./acts.js";
import { dropTiles } from "./editor.js";
import * as ending from "./ending.js";
import { askEnding } from "./settle.js";
import { round } from "./state.js";

const HAND = /^(\d+)\.(\d)$/; // the hand of a seat in a round

/** Forget a draft: it is recorded. */
export function forgetDraft(draft) {
  if (draft === "ending") ending.forget();
  else if (draft) dropTiles(draft);
}

/** Open again what was refused; null where its round is no longer the last. */
export function opener(draft) {
  if (draft === "ending") return round() && askEnding;
  const [, number, seat] = HAND.exec(draft ?? "") ?? [];
  return seat && Number(number) === round()?.number ? () => askReveal(Number(seat)) : null;
}
