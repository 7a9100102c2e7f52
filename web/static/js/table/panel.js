// 面板: the sheet at the foot of the page in which one thing is asked at a time, and what it is made of.

import { both, byId, make, redraw, tileButton } from "../dom.js";
import { arrows, giveBack, holder } from "../focus.js";
import { KINDS, tileName } from "../words.js";
import { keep, now, seatsIn, whenChanged } from "./state.js";
import { seatName } from "./words.js";

let open = null; // {title: [zh, en], body: () => nodes}
let opener = null;
let owed = null; // what gets the focus once it can be pressed again: while a tap is sent, nothing can
let since = null; // {records, move, hand} of the table when the panel was opened

const MOVES = ["drawn", "discarded", "ponged", "konged", "passed", "won", "wall_empty"];
const hand = () => now()?.round?.number ?? null;
const lastMove = () => now()?.round?.lines.findLast(({ event }) => MOVES.includes(event?.kind))?.seq;

/** What its user has seen of the table: a move that came while the panel stood open is one they may not have
 * seen, so that two phones with the same panel open record one move, or meet a conflict. */
export const seenFor = ({ kind }) => (since && MOVES.includes(kind) && since.move !== lastMove() ? since.records : now().records);

/** Open the panel; `body` is asked for what it shows whenever something has changed. */
export function openPanel(title, body) {
  if (!open) {
    opener = holder();
    since = { records: now().records, move: lastMove(), hand: hand() };
  }
  open = { title, body };
  byId("panel").hidden = false;
  document.body.classList.add("asking");
  paintPanel();
  byId("panel").scrollTop = 0;
  (byId("panel-body").querySelector("button:enabled, input, select") ?? byId("panel-close")).focus({ preventScroll: true });
}

/** Close the panel and give the focus back. */
export function closePanel() {
  if (!open) return;
  open = null;
  byId("panel").hidden = true;
  document.body.classList.remove("asking");
  owed = opener;
  giveBack(opener);
}

function payBack() {
  if (!owed || open) return;
  const free = document.activeElement === document.body;
  if (free) giveBack(owed);
  if (free ? document.activeElement !== document.body : holder() !== owed) owed = null;
}

/** Draw what the panel shows anew. */
export function paintPanel() {
  if (!open) return;
  byId("panel-title").replaceChildren(both(...open.title));
  redraw(byId("panel-body"), ...open.body());
}

/** A button with both languages. */
export function button(focus, zh, en, press, extra = {}) {
  const { kind = "big", ...attributes } = extra;
  return make("button", { type: "button", class: kind, "data-focus": focus, onclick: press, ...attributes }, both(zh, en));
}

/** Buttons of which one is chosen. */
export function choices(name, options, chosen, choose, extra = {}) {
  return make(
    "div",
    { class: `choose n${options.length}`, role: "group", "aria-label": name, ...extra },
    ...options.map(({ value, zh, en, disabled }) =>
      make(
        "button",
        {
          type: "button",
          "data-focus": `${name} ${value}`,
          "data-value": value,
          "aria-pressed": String(value === chosen),
          disabled: Boolean(disabled),
          onclick: () => choose(value),
        },
        both(zh, en),
      ),
    ),
  );
}

/** The seats as buttons of which one is chosen; those still in unless others are given. */
export function seatChoice(name, chosen, choose, seats = seatsIn()) {
  return choices(
    name,
    seats.map(({ seat }) => ({ value: seat, zh: seatName(seat), en: "" })),
    chosen,
    choose,
  );
}

/** Seats as buttons of which several may be on. */
export function several(name, seats, chosen, toggle) {
  return make(
    "div",
    { class: `choose n${seats.length}`, role: "group", "aria-label": name },
    ...seats.map((seat) =>
      make(
        "button",
        { type: "button", "data-focus": `${name} ${seat}`, "aria-pressed": String(chosen.includes(seat)), onclick: () => toggle(seat) },
        seatName(seat),
      ),
    ),
  );
}

/** A list without one, or with it where it was not there. */
export const flip = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

/** The 27 kinds as keys, each with the copies not seen on the table; `name` tells two sets of keys apart. */
export function tileKeys(press, fits = (tile, left) => left > 0, counted = () => 0, current = null, name = "key", of = now().round) {
  const left = (tile) => Math.max(0, (of?.left[tile] ?? 4) - counted(tile));
  return make(
    "div",
    { class: "keys", role: "group", "aria-label": "27 种牌 The 27 tiles", onkeydown: arrows },
    ...KINDS.map((tile) =>
      tileButton(tile, `${tileName(tile)} ${tile}，剩 ${left(tile)} left`, `${name} ${tile}`, () => press(tile), {
        disabled: !fits(tile, left(tile)),
        "aria-current": tile === current ? "true" : null,
        badge: left(tile),
      }),
    ),
  );
}

/** Close the panel because its user wants no more of it: it does not come back with the page. */
function dismiss() {
  keep("panel", null);
  closePanel();
}

byId("panel-close").addEventListener("click", dismiss);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") dismiss();
});
/** What is asked about a hand is asked no more once another one is played, or its start was taken back. */
function follow() {
  if (open && hand() !== since.hand) closePanel();
  else paintPanel();
}

whenChanged(follow);
whenChanged(() => setTimeout(payBack)); // after everybody has drawn
