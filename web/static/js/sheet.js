// 选牌: the tile picker at the foot of the page: adds tiles to hand, melds or seen, or corrects one tile.

import { both, byId, make, redraw, tileButton } from "./dom.js";
import { arrows, giveBack, holder } from "./focus.js";
import { change, meldSize, put, take, told, used, whenTold } from "./state.js";
import { KINDS, MELDS, tileName } from "./words.js";

const COPIES = 4;
const TARGETS = { hand: ["手牌", "Hand"], seen: ["已见", "Seen"], ...MELDS };

let open = null; // {title, target} while tiles are added, {title, fix, actions} while one is corrected
let opener = null;

/** Open the picker to add tiles to `hand`, `seen` or a meld kind. */
export function pickInto(target) {
  show({ target });
}

/** Open the picker to correct something: `fix(tile)` is called with the tile chosen. */
export function pickInstead(title, current, fix, actions = []) {
  show({ title, current, fix, actions });
}

function show(what) {
  opener = holder();
  open = what;
  byId("sheet").hidden = false;
  document.body.classList.add("picking");
  paint();
  const first = byId("keys").querySelector(what.current ? `[data-tile="${CSS.escape(what.current)}"]` : "button:enabled");
  (first ?? byId("sheet-close")).focus({ preventScroll: true });
}

/** Close the picker and give the focus back. */
export function closeSheet() {
  if (!open) return;
  open = null;
  byId("sheet").hidden = true;
  document.body.classList.remove("picking");
  giveBack(opener);
}

function press(tile) {
  if (open.fix) {
    const { fix } = open;
    closeSheet();
    fix(tile);
    return;
  }
  const { target } = open;
  change((copy) => {
    if (target === "hand") put(copy, tile);
    else if (target === "seen") copy.seen.push(tile);
    else copy.melds.push({ kind: target, tile });
  });
}

/** Whether a kind has copies enough left for what the picker would add. */
function fits(tile) {
  const need = open.fix || open.target === "hand" || open.target === "seen" ? 1 : meldSize(open.target);
  return (open.fix && tile === open.current) || used(tile) + need <= COPIES;
}

function paint() {
  if (!open) return;
  byId("sheet-title").replaceChildren(open.fix ? open.title : both("加到", "Add to"));
  byId("sheet-close").replaceChildren(open.fix ? both("取消", "Cancel") : both("完成", "Done"));
  redraw(
    byId("targets"),
    ...(open.fix ? [] : Object.entries(TARGETS)).map(([target, [zh, en]]) =>
      make(
        "button",
        {
          type: "button",
          "data-focus": `target ${target}`,
          "aria-pressed": String(open.target === target),
          onclick: () => {
            open.target = target;
            paint();
          },
        },
        both(zh, en),
      ),
    ),
  );
  redraw(
    byId("keys"),
    ...KINDS.map((tile) => {
      const left = Math.max(0, COPIES - used(tile));
      return tileButton(tile, `${tileName(tile)} ${tile}，剩 ${left} left`, `key ${tile}`, () => press(tile), {
        disabled: !fits(tile),
        badge: left,
        "aria-current": tile === open.current ? "true" : null,
      });
    }),
  );
  redraw(
    byId("actions"),
    ...(open.actions ?? []).map(({ zh, en, act }) =>
      make("button", { type: "button", class: "big", onclick: () => (closeSheet(), act()) }, both(zh, en)),
    ),
  );
}

/** The actions for a tile of the hand: make a meld of it, or take it away. */
export function handActions(tile, remove) {
  const many = told().tiles.filter((one) => one.tile === tile).length;
  const melds = Object.entries(MELDS).filter(([kind]) => many >= meldSize(kind));
  return [
    ...melds.map(([kind, [zh, en]]) => ({
      zh,
      en,
      act: () =>
        change((copy) => {
          take(copy, tile, meldSize(kind));
          copy.melds.push({ kind, tile });
        }),
    })),
    { zh: "拿掉", en: "Remove", act: remove },
  ];
}

byId("sheet-close").addEventListener("click", closeSheet);
byId("keys").addEventListener("keydown", arrows);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeSheet();
});
whenTold(paint);
