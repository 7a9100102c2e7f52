// 改正: the tile set that photos are read with, and what a player corrects, kept where the player lets it.

import { getSets, postCorrections, Refused } from "./api.js";
import { both, byId, make } from "./dom.js";
import { chooseSet, chosenSet, letKeep, mayKeep } from "./sets.js";
import { problemWords } from "./words.js";

const SUITED = /^[1-9][mps]$/;

/** Send the tiles that were corrected, `{box, read, tile}`, with their photo: the server keeps numbers alone. */
export async function keepCorrections(photo, tiles) {
  const corrected = tiles.filter(({ read, tile }) => tile !== read && SUITED.test(tile));
  if (!mayKeep() || !corrected.length) return;
  try {
    const labels = corrected.map(({ box, tile }) => ({ box, tile }));
    const form = await postCorrections(chosenSet(), photo, labels);
    byId("kept").replaceChildren(
      both(`“${form.set}”学了 ${form.added} 处改正`, `${form.added} corrections learnt by the set ${form.set}`),
    );
    await listSets();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const [zh, en] = problemWords(error.problem);
    byId("kept").replaceChildren(both(zh, en));
  }
}

/** Offer the learnt sets; one that is gone is no longer chosen. */
export async function listSets() {
  let tilesets = [];
  try {
    ({ tilesets } = await getSets());
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
  const names = tilesets.filter(({ problems }) => !problems.length).map((one) => one.set);
  if (!names.includes(chosenSet())) chooseSet("");
  byId("tileset-line").hidden = !names.length;
  byId("tileset").replaceChildren(
    make("option", { value: "" }, "不用 none"),
    ...names.map((name) => make("option", { value: name }, name)),
  );
  byId("tileset").value = chosenSet();
}

byId("tileset").addEventListener("change", ({ target }) => chooseSet(target.value));
byId("may-keep").checked = mayKeep();
byId("may-keep").addEventListener("change", ({ target }) => letKeep(target.checked));
