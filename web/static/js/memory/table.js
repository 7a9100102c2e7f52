// 一桌: deletes a person's data or the whole table, after asking once.

import { byId } from "../dom.js";
import { doneAt, send } from "./ask.js";

const part = byId("delete");
const sure = byId("sure");

function ask(text) {
  byId("sure-text").textContent = text;
  sure.returnValue = "no";
  sure.showModal();
  return new Promise((answer) => sure.addEventListener("close", () => answer(sure.returnValue === "yes"), { once: true }));
}

for (const key of sure?.querySelectorAll("button") ?? []) key.addEventListener("click", () => sure.close(key.value));

part?.addEventListener("click", async ({ target }) => {
  const key = target.closest("[data-sure]");
  if (!key || !(await ask(key.dataset.sure))) return;
  const table = `tables/${part.dataset.table}`;
  if (key.dataset.forget) {
    const form = await send(`${table}/members/${key.dataset.forget}/forget`, { sure: true });
    if (form) doneAt(`已删除，改了 ${form.records} 条记录。`, `Deleted; ${form.records} records now tell of nobody.`);
  } else if (await send(`${table}/delete`, { sure: true })) doneAt("整桌已删除。", "The table was deleted.", part.dataset.after);
});
