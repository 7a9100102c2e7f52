// 手牌: the concealed tiles, the melds, and the tiles seen elsewhere; every one can be pressed.

import { both, byId, make, redraw, tileButton, tilePicture } from "./dom.js";
import { handActions, pickInstead, pickInto } from "./sheet.js";
import { change, meldSize, put, told, whenTold } from "./state.js";
import { MELDS, tileName } from "./words.js";

/** Correct the tile of the hand with this id: the picker opens, one tap ends it. */
export function fixTile(id) {
  const held = told().tiles.find((one) => one.id === id);
  if (!held) return;
  const remove = () =>
    change((copy) => {
      copy.tiles = copy.tiles.filter((one) => one.id !== id);
    });
  const swap = (tile) =>
    change((copy) => {
      copy.tiles.find((one) => one.id === id).tile = tile;
    });
  const title = both(`${tileName(held.tile)} 改成`, "Correct to");
  pickInstead(title, held.tile, swap, handActions(held.tile, remove));
}

/** Correct a meld: another tile, another kind, back into the hand, or away. */
export function fixMeld(at) {
  const meld = told().melds[at];
  const kinds = Object.entries(MELDS).filter(([kind]) => kind !== meld.kind);
  const away = (copy) => copy.melds.splice(at, 1);
  pickInstead(
    both(`${MELDS[meld.kind][0]} ${tileName(meld.tile)} 改成`, "Correct to"),
    meld.tile,
    (tile) => change((copy) => (copy.melds[at].tile = tile)),
    [
      ...kinds.map(([kind, [zh, en]]) => ({ zh, en, act: () => change((copy) => (copy.melds[at].kind = kind)) })),
      {
        zh: "收回手牌",
        en: "Back to hand",
        act: () =>
          change((copy) => {
            away(copy);
            for (let n = 0; n < meldSize(meld.kind); n += 1) put(copy, meld.tile);
          }),
      },
      { zh: "拿掉", en: "Remove", act: () => change(away) },
    ],
  );
}

function meldButton(meld, at) {
  const [zh, en] = MELDS[meld.kind];
  const covered = meld.kind === "c" ? [0, 3] : [];
  const faces = [...Array(meldSize(meld.kind)).keys()].map((n) => tilePicture(covered.includes(n) ? "back" : meld.tile));
  return make(
    "button",
    {
      type: "button",
      class: "meld",
      "data-focus": `meld ${at}`,
      "aria-label": `${zh} ${tileName(meld.tile)}，${en} ${meld.tile}`,
      onclick: () => fixMeld(at),
    },
    make("span", { class: "meld-tiles", "aria-hidden": "true" }, ...faces),
    make("span", { class: "meld-name", "aria-hidden": "true" }, both(zh, en)),
  );
}

function paint() {
  const { tiles, melds, seen } = told();
  byId("hand-count").textContent = tiles.length ? `${tiles.length} 张` : "";
  redraw(
    byId("hand-tiles"),
    ...tiles.map(({ id, tile }) =>
      tileButton(tile, `${tileName(tile)} ${tile}，点改 tap to correct`, `tile ${id}`, () => fixTile(id), { "data-id": id }),
    ),
  );
  redraw(byId("hand-melds"), ...melds.map(meldButton));
  redraw(
    byId("seen-tiles"),
    ...seen.map((tile, at) =>
      tileButton(tile, `${tileName(tile)} ${tile}，点掉 tap to take back`, `seen ${at}`, () =>
        change((copy) => copy.seen.splice(at, 1)),
      ),
    ),
  );
  byId("unsee").disabled = !seen.length;
}

byId("add").addEventListener("click", () => pickInto("hand"));
byId("see").addEventListener("click", () => pickInto("seen"));
byId("unsee").addEventListener("click", () => change((copy) => (copy.seen = [])));
whenTold(paint);
paint();
