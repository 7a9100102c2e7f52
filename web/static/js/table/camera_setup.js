// 摄像头设置: the host starts a camera, taps the four corners of the table, says what pictures are kept; a host's
// phone or a screen may be the camera itself.

import { both, byId, draw, make, redraw } from "../dom.js";
import { OWN, Refused } from "../api.js";
import { button, choices } from "./panel.js";
import { isHost, now, root, whenChanged } from "./state.js";
import { filmOn } from "./wishes.js";
import { ask, change, complain } from "./wire.js";

const CORNERS = [
  ["近左", "near left"],
  ["近右", "near right"],
  ["远右", "far right"],
  ["远左", "far left"],
];
const EVERY = 300; // milliseconds from one picture of a phone to the next, at least
const REST = 50; // and from the end of the one
const REFUSED = [403, 404, 409]; // the table's camera was stopped, or is another one
const [LONG, SHORT] = [1920, 1080]; // of a phone's picture: with less, the far tiles are too small to be named

let settings = null; // of the server, for the host
let asked = "";
let corners = []; // tapped so far, as parts of the picture
let looking = 0; // counts looks at the picture
let address = "0";
let filming = null; // {stream, video, timer} while this device is the camera

async function learn() {
  const camera = now().camera;
  const want = JSON.stringify([camera?.state, camera?.placed, camera?.moved, camera?.keep, camera?.remark]);
  if (want === asked || !isHost()) return;
  asked = want;
  try {
    settings = await ask("/camera");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    asked = "";
    return;
  }
  paint();
}

async function set(path, body) {
  const done = await change("摄像头", path, body);
  asked = "";
  await learn();
  return done;
}

function overlay(points) {
  const shape = draw(points.length === 4 ? "polygon" : "polyline", { points: points.map(([x, y]) => `${x},${y}`).join(" ") });
  return draw("svg", { viewBox: "0 0 1 1", preserveAspectRatio: "none" }, shape);
}

function dots(points) {
  const marks = points.flatMap(([x, y], at) => {
    const [across, down] = [`${100 * x}%`, `${100 * y}%`];
    return [draw("circle", { cx: across, cy: down, r: 9 }), draw("text", { x: across, y: down }, String(at + 1))];
  });
  return draw("svg", { class: "dots" }, ...marks);
}

function tapped(event) {
  const box = event.currentTarget.getBoundingClientRect();
  const point = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  corners = corners.length === 4 ? [point] : [...corners, point];
  paint();
}

function cornersPart() {
  if (!looking) return [button("camera look", "看画面、点四角", "Look, and tap the corners", () => ((looking += 1), (corners = settings.corners ?? []), paint()))];
  const next = corners.length === 4 ? null : CORNERS[corners.length];
  const wrong = make("p", { class: "problem", hidden: true }, both("现在没有画面：打牌时不看全景；这局打完，或摄像头动过，再来看。", "No picture now: between hands, or once the camera has moved."));
  const image = make("img", { src: `${root}/camera/picture?${looking}`, alt: "摄像头画面 what the camera sees", onerror: () => (wrong.hidden = false) });
  const picture = make("div", { class: "camera-picture", id: "camera-picture", onclick: tapped }, image);
  picture.append(overlay(corners), dots(corners));
  return [
    make("p", { class: "hint", "aria-live": "polite" }, next ? both(`点桌面的角：${next[0]}（第${corners.length + 1}个，共4个）`, `Tap the corner: ${next[1]}`) : both("四角对吗？不对就再点一次，从近左开始。", "Right? If not, tap again from near left.")),
    wrong,
    picture,
    corners.length === 4 && button("camera corners", "就是这四角", "Use these corners", async () => (await set("/camera/corners", { corners })) && ((looking = 0), paint()), { kind: "big primary" }),
    button("camera again", "换一张画面", "Another picture", () => ((looking += 1), paint()), { kind: "quiet" }),
  ];
}

async function film() {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: "environment", width: { ideal: LONG }, height: { ideal: SHORT } } });
    const video = make("video", { playsinline: true, muted: true, class: "camera-own" });
    video.muted = true;
    video.srcObject = stream;
    await video.play();
    filming = { stream, video, timer: 0 };
    stream.getVideoTracks()[0].addEventListener("ended", refilm);
    filmOn(true);
    send();
  } catch {
    complain("摄像头", { code: "no_camera", zh: "这部手机的摄像头打不开：请用 HTTPS 地址，并允许使用摄像头。", message: "This phone's camera cannot be opened: use the HTTPS address and allow it." });
  }
  paint();
}

function stopFilming() {
  clearTimeout(filming?.timer);
  for (const track of filming?.stream.getTracks() ?? []) track.stop();
  filming = null;
  filmOn(false);
  paint();
}

/** The system has taken the camera away, as phones do for a call or while the page is hidden: open it again once
 * the page is seen. */
function refilm() {
  if (!filming) return;
  stopFilming();
  if (document.hidden) document.addEventListener("visibilitychange", film, { once: true });
  else film();
}

async function send() {
  if (!filming) return;
  const { video } = filming;
  const part = Math.min(1, LONG / Math.max(video.videoWidth, video.videoHeight, 1));
  const canvas = make("canvas", { width: Math.round(video.videoWidth * part), height: Math.round(video.videoHeight * part) });
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  const began = performance.now();
  const picture = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  if (picture && filming) {
    const body = new FormData();
    body.append("picture", picture, "table.jpg");
    try {
      const { status } = await fetch(`${root}/camera/frames`, { method: "POST", headers: OWN, body, signal: AbortSignal.timeout(8000) });
      if (REFUSED.includes(status)) unwanted();
    } catch {
      // a lost connection: the next picture is as good
    }
  }
  if (filming) filming.timer = setTimeout(send, Math.max(REST, EVERY - (performance.now() - began)));
}

function unwanted() {
  stopFilming();
  complain("摄像头", { code: "no_camera", zh: "桌上的摄像头关了：这部手机不拍了，桌主可重新打开。", message: "The table's camera was stopped: this phone films no more; the host can start it again." });
}

function filmPart() {
  if (filming) return [make("p", { class: "hint" }, both("这部手机正在拍桌子：请让它一直亮着，架稳。", "This phone films the table: keep it awake and steady.")), filming.video, button("stop filming", "不拍了", "Stop filming", stopFilming)];
  return [button("film", "这部手机来拍桌子", "This phone films the table", film)];
}

function startPart() {
  return [
    make("label", { for: "camera-address" }, both("摄像头：编号（0、1…）、rtsp:// 或 http:// 地址", "Camera: a number, an rtsp:// or http:// address")),
    make("input", { id: "camera-address", class: "field", "data-focus": "camera address", type: "text", autocapitalize: "off", autocomplete: "off", value: address, oninput: ({ target }) => (address = target.value) }),
    button("camera start", "打开摄像头", "Start the camera", () => set("/camera", { address }), { kind: "big primary" }),
    button("camera phone", "用手机当摄像头", "A phone is the camera", () => set("/camera", { address: "phone" })),
  ];
}

function keepPart() {
  const options = [
    { value: "off", zh: "不留图", en: "none" },
    { value: "round", zh: "留这一局", en: "this hand" },
    { value: "keep", zh: "留到删除", en: "until deleted" },
  ];
  return [
    make("p", { class: "hint" }, both(`证据图留多久（现有 ${settings.kept} 张）`, `How long evidence is kept (${settings.kept} now)`)),
    choices("证据图 evidence", options, settings.pictures, (pictures) => set("/camera/settings", { pictures })),
    settings.kept > 0 && button("drop evidence", "删掉所有图", "Delete every picture", () => set("/evidence/drop", {}), { kind: "quiet" }),
  ];
}

function nearPart() {
  const chairs = now().circle.map(({ name, chair }) => ({ value: chair, zh: name, en: "" }));
  return [make("p", { class: "hint" }, both("画面最下边（离摄像头最近）坐的是谁", "Who sits nearest the camera")), choices("最近 nearest", chairs, settings.near, (near) => set("/camera/settings", { near }))];
}

function emptyPart() {
  const sides = [
    { value: 1, zh: "右边", en: "right" },
    { value: 2, zh: "对面", en: "opposite" },
    { value: 3, zh: "左边", en: "left" },
  ];
  return [make("p", { class: "hint" }, both("从最近那位看，哪边没人", "Seen from there, where does nobody sit")), choices("空位 empty", sides, settings.empty, (empty) => set("/camera/settings", { empty }))];
}

const watches = (camera) => ["running", "away"].includes(camera?.state);

function body() {
  const parts = [];
  const camera = now().camera;
  if (isHost() && settings) {
    const running = watches(camera);
    if (running) parts.push(make("p", { class: "now" }, both(`正在看桌：${settings.address}`, "watching")), button("camera stop", "关掉摄像头", "Stop the camera", () => set("/camera/stop", {})), camera.remark && make("p", { class: "problem", "data-camera": camera.remark.code }, both(camera.remark.zh, camera.remark.en)), ...cornersPart(), ...nearPart(), ...(now().circle.length === 3 ? emptyPart() : []));
    else parts.push(...startPart());
    parts.push(...keepPart());
    if (running && settings.address?.startsWith("phone")) parts.push(...filmPart());
  } else if (now().me.role === "screen" && watches(camera)) parts.push(...filmPart());
  return parts;
}

function paint() {
  const box = byId("camera-setup");
  if (!now()) return;
  const parts = body();
  byId("camera-box").hidden = !parts.length;
  redraw(box, ...parts);
  learn();
}

whenChanged(paint);
