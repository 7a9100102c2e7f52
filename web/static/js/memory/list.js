// 回忆页: joins people, imports a table, says how long things are kept. For the owner alone.

import { byId } from "../dom.js";
import { done, doneAt, send } from "./ask.js";

const same = byId("same");
same?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("memory/people", { one: same.elements.one.value, two: same.elements.two.value })) location.reload();
});
byId("part")?.addEventListener("click", async () => {
  if (await send("memory/people", { one: same.elements.one.value })) location.reload();
});

const bring = byId("import");
bring?.elements.table.addEventListener("change", async () => {
  const [file] = bring.elements.table.files;
  if (!file) return;
  const body = new FormData();
  body.append("table", file, file.name);
  if (bring.elements.copy.checked) body.append("copy", "yes");
  const form = await send("memory/import", body);
  bring.elements.table.value = "";
  if (!form) return;
  if (form.records) doneAt(`已导入 ${form.title || "牌桌"}。`, "The table was imported.");
  else done("这桌已经在这里了，什么都没加。", "This table is here already: nothing was added.");
});

const keep = byId("retention");
keep?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const days = (name) => (keep.elements[name].value ? Number(keep.elements[name].value) : null);
  const form = await send("memory/retention", { tables: days("tables"), corrections: days("corrections"), pictures: days("pictures") });
  if (form) done("记下了。", "Kept so from now on.");
});
