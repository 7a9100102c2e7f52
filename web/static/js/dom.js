// Small helpers that make elements. Text is always set as text, never as HTML.

import { drawn, held, whenFree } from "./hold.js";
import { tileName } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null && child !== false));
  return element;
}

/** An HTML element. */
export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const draw = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** Chinese first, English small after it. */
export function both(zh, en) {
  const part = document.createDocumentFragment();
  part.append(zh);
  if (en) part.append(" ", make("small", { lang: "en" }, en));
  return part;
}

const FACES = { "?": "unknown", back: "back", other: "other" };

/** The address of a tile's drawing. */
export const faceUrl = (tile) => `${document.body.dataset.tiles}${FACES[tile] ?? tile}.svg`;

/** A tile as a picture that says its name. */
export function tilePicture(tile) {
  return make(
    "span",
    { class: `tile${tile === "back" ? " back" : ""}`, role: "img", "aria-label": tileName(tile) },
    make("img", { src: faceUrl(tile), alt: "", draggable: "false" }),
  );
}

/** A tile that can be pressed. `focus` names it, so that it keeps the focus when the page is drawn anew. */
export function tileButton(tile, label, focus, press, extra = {}) {
  const picture = tilePicture(tile);
  picture.setAttribute("aria-hidden", "true");
  const { badge, ...attributes } = extra;
  return make(
    "button",
    { type: "button", class: "tile-button", "data-tile": tile, "data-focus": focus, "aria-label": label, onclick: press, ...attributes },
    picture,
    badge == null ? null : make("span", { class: "badge", "aria-hidden": "true" }, String(badge)),
  );
}

/** Replace what an element holds, and give the focus back to what had it; later, where somebody is at it. */
export function redraw(element, ...children) {
  if (held(element)) {
    whenFree(element, () => redraw(element, ...children));
    return;
  }
  drawn(element);
  const focus = document.activeElement?.dataset?.focus;
  const inside = focus && element.contains(document.activeElement);
  element.replaceChildren(...children.filter(Boolean));
  if (inside) element.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}
