// 摄像头: what the camera over the table asks and warns of, and the picture behind a line.

import { both, byId, make, redraw } from "../dom.js";
import { button, openPanel } from "./panel.js";
import { evidenceUrl, questionCard } from "./camera_asks.js";
import { isHost, mayTell, now, whenChanged } from "./state.js";
import { sentence } from "./words.js";
import { change } from "./wire.js";

const percent = (chance) => `${Math.floor(100 * chance)}%`;

/** Show the picture behind a line. */
function showEvidence(seq, words) {
  const missing = make("p", { class: "hint", hidden: true }, both("这张图没有留。", "No picture was kept."));
  const image = make("img", {
    class: "evidence",
    src: evidenceUrl(seq),
    alt: `${words[0]} ${words[1]}`,
    onerror: () => {
      image.hidden = true;
      missing.hidden = false;
    },
  });
  openPanel(["摄像头看到的", "What the camera saw"], () => [make("p", { class: "hint" }, both(...words)), image, missing]);
}

/** The mark of a line that the camera recorded; one tap shows the picture. */
export function cameraMark({ seq, event, camera }) {
  if (camera == null) return null;
  const words = sentence(event);
  return button(`evidence ${seq}`, `看图 ${percent(camera)}`, "camera", () => showEvidence(seq, words), { kind: "quiet evidence-key" });
}

function card(camera) {
  const parts = [];
  if (camera.question) parts.push(...questionCard(camera.question, () => paint(true)));
  if (camera.warning) {
    const { id, zh, en } = camera.warning;
    parts.push(make("p", { class: "problem", "data-camera": "warning" }, both(zh, en)));
    if (mayTell()) parts.push(button("camera dismiss", "知道了", "Understood", () => change("摄像头", "/camera/dismiss", { warning: id }), { kind: "quiet" }));
  }
  if (camera.state === "away") {
    parts.push(make("p", { class: "problem", "data-camera": "away" }, both("摄像头没有画面，正在重连：请先点着记。", "The camera sends no picture and is tried again: keep the book by taps meanwhile.")));
  } else if (camera.state !== "running") {
    parts.push(make("p", { class: "problem", "data-camera": camera.state }, both("摄像头断了：请继续点着记，桌主可重新打开。", "The camera is gone: keep the book by taps; the host can start it again.")));
  } else if (camera.moved) {
    parts.push(make("p", { class: "problem", "data-camera": "moved" }, both("摄像头或桌子动过：先不记。桌主请到“桌子”里重新点四角。", "The camera or the table has moved: nothing is recorded until the host sets the corners again.")));
  } else if (!camera.placed) {
    parts.push(make("p", { class: "hint", "data-camera": "corners" }, both(isHost() ? "请到“桌子”里点桌面四角。" : "等桌主点桌面四角。", "The host sets the corners of the table.")));
  }
  return parts;
}

function paint(anew = false) {
  const box = byId("camera-card");
  const camera = now()?.camera;
  const parts = camera ? card(camera) : [];
  box.hidden = !parts.length;
  const shown = JSON.stringify(camera ?? null) + now()?.me.role + now()?.round?.number;
  if (box.dataset.of === shown && !anew) return; // the picture is not loaded again and again
  box.dataset.of = shown;
  redraw(box, ...parts);
}

whenChanged(() => paint());
