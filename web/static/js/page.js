// 伴牌页: joins the parts of the page.

import "./app.js";
import { analyse } from "./answer.js";
import { byId } from "./dom.js";
import { listSets } from "./corrections.js";
import "./hand.js";
import { dropPhoto } from "./photo.js";
import { loadRules } from "./rules.js";
import { closeSheet } from "./sheet.js";
import { canUndo, change, takeBack, whenTold } from "./state.js";

function paint() {
  byId("undo").disabled = !canUndo();
}

byId("undo").addEventListener("click", takeBack);
byId("clear").addEventListener("click", () => {
  closeSheet();
  dropPhoto();
  change((copy) => {
    copy.tiles = [];
    copy.melds = [];
    copy.seen = [];
    copy.void = "";
  });
});
whenTold(paint);
paint();
await loadRules();
await analyse();
await listSets();
