// 摄像头: what the camera over the table asks and warns of, and the picture behind a line.

import { both, byId, make, redraw } from "../dom.js";
import { button, openPanel } from "./panel.js";
import { isHost, mayTell, now, root, whenChanged } from "./state.js";
import { sentence } from "./words.js";
import { change, tell } from "./wire.js";

const percent = (chance) => `${Math.floor(100 * chance)}%`;

/** The address of the picture behind a record, or of what is asked. */
const evidenceUrl = (name) => `${root}/evidence/${name}?${now().stamp}`;

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

function optionWords(events) {
  if (!events.length) return ["都不是，没发生", "none of these"];
  // a draw that nobody saw says nothing beside what follows it
  const told = events.filter(({ kind, tile }) => kind !== "drawn" || tile !== "?" || events.length === 1).map(sentence);
  return [told.map(([zh]) => zh).join("，"), told.map(([, en]) => en).join(", ")];
}

function questionCard(question) {
  const image = make("img", { class: "evidence", src: evidenceUrl("question"), alt: "看不准的地方 what is asked about", onerror: () => (image.hidden = true) });
  return [
    make(
      "p",
      { class: "headline" },
      question.mends
        ? both("有一张打出的可能记错了：其实打的是？", "A discard may be recorded wrongly: what was it really?")
        : both("摄像头没看准：是哪个？", "The camera is not sure: which?"),
    ),
    image,
    mayTell() &&
      make(
        "div",
        { class: "stack" },
        ...question.options.map((events, option) =>
          button(`camera option ${option}`, ...optionWords(events), () => tell("回答摄像头", { path: "/camera/answer", body: { question: question.id, option } }), { kind: "big" }),
        ),
      ),
  ];
}

function card(camera) {
  const parts = [];
  if (camera.question) parts.push(...questionCard(camera.question));
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

function paint() {
  const box = byId("camera-card");
  const camera = now()?.camera;
  const parts = camera ? card(camera) : [];
  box.hidden = !parts.length;
  const shown = JSON.stringify(camera ?? null) + now()?.me.role + now()?.round?.number;
  if (box.dataset.of === shown) return; // the picture is not loaded again and again
  box.dataset.of = shown;
  redraw(box, ...parts);
}

whenChanged(paint);
