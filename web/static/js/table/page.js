// 牌桌页: joins the parts of the page.

import "../app.js";
import { byId } from "../dom.js";
import { askReveal } from "./acts.js";
import "./camera.js";
import "./camera_setup.js";
import "./dock.js";
import { forgetDraft } from "./drafts.js";
import "./log.js";
import "./money.js";
import { follow } from "./mine.js";
import { learnBreak, wallBreak } from "./next.js";
import { closePanel } from "./panel.js";
import "./opening.js";
import "./seats.js";
import { askEnding } from "./settle.js";
import { invite, loadRules } from "./setup.js";
import { changed, keep, kept, now, whenChanged } from "./state.js";
import { celebrate, stayAwake } from "./wishes.js";
import { sentence } from "./words.js";
import { refresh, start, whenAnswered, whenTold } from "./wire.js";

const TABS = ["table", "mine", "money", "log", "setup"];

function show(tab) {
  const name = TABS.includes(tab) ? tab : "table";
  for (const one of TABS) {
    byId(`tab-${one}`).hidden = one !== name;
    const key = document.querySelector(`[data-tab="${one}"]`);
    key.setAttribute("aria-selected", String(one === name));
    key.tabIndex = one === name ? 0 : -1;
  }
  document.body.dataset.shown = name;
  keep("tab", name);
  closePanel();
  window.scrollTo(0, 0);
  changed();
}

function paint() {
  const view = now();
  if (!view) return;
  document.body.dataset.role = view.me.role;
  document.title = `${view.table.title || "牌桌"} ${view.table.code}`;
  byId("title").textContent = view.table.title || "牌桌";
  byId("code").textContent = view.table.code;
  byId("mine-key").hidden = view.me.chair == null;
  byId("lobby").hidden = Boolean(view.round);
  if (!view.round && byId("lobby-invite").dataset.of !== view.table.code) {
    byId("lobby-invite").dataset.of = view.table.code;
    byId("lobby-invite").replaceChildren(...invite());
  }
  const broken = wallBreak();
  byId("wall-break").hidden = broken?.round !== view.rounds || (view.round?.lines.length ?? 0) > 1;
  if (broken) byId("wall-break").textContent = `${broken.zh} ${broken.en}`;
}

for (const key of document.querySelectorAll("[data-tab]")) {
  key.addEventListener("click", () => show(key.dataset.tab));
}
byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  const keys = [...document.querySelectorAll("[data-tab]:not([hidden])")];
  const to = keys[(keys.indexOf(document.activeElement) + step + keys.length) % keys.length];
  to.focus();
  show(to.dataset.tab);
});

/** Let a screen reader say what was recorded, whichever page is open. */
function say(news) {
  const told = news.filter(({ what, event }) => what === "event" && event).slice(-3);
  if (told.length) byId("heard").textContent = told.map(({ event }) => sentence(event).join(" ")).join("。");
}

whenChanged(paint);
whenAnswered((form, { draft }) => {
  learnBreak(form);
  forgetDraft(draft);
  changed();
});
let heard = new Set();
whenTold((news) => {
  const fresh = news.filter(({ seq }) => !heard.has(seq));
  heard = new Set([...heard, ...fresh.map(({ seq }) => seq)].slice(-200));
  follow(fresh);
  if (fresh.some(({ what, event }) => what === "event" && event?.kind === "won")) celebrate();
  say(fresh);
  if (fresh.length) changed();
});

await refresh();
show(kept("tab", "table"));
loadRules();
start();
stayAwake();
const asking = kept("panel", null);
if (asking?.reveal != null && asking.round === now()?.round?.number) askReveal(asking.reveal);
if (asking?.ending && asking.round === now()?.round?.number) askEnding();
