// 实时相机: the own hand as the camera sees it, with a box and a name on every tile. Frames go to this program
// only, one at a time, and are kept by nobody; the one that is taken over was on the screen.

import { postScan, Refused } from "./api.js";
import { both, draw, make, tileButton } from "./dom.js";
import { held } from "./hold.js";
import { readMelds } from "./state.js";
import { KINDS, NO_NAME, problemWords, tileName } from "./words.js";

const LONGEST = 1280; // of a frame's longer side; a hand that fills it has tiles of 80 pixels
const PAUSE = 350; // milliseconds from one frame to the next, so at most three a second
const PATIENCE = 1200; // after a refusal
const UNSURE = 0.9;

/** Whether this page may use the camera: it must be an encrypted one, or on this machine. */
export const canLive = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

let close = () => {};

/** Open the camera. `accept(form, photo)` gets the frame that was taken, read and mended; `tileset`: a learnt
 * set to read with. */
export async function openLive(accept, tileset = "") {
  close();
  const opener = document.activeElement;
  const video = make("video", { playsinline: true, muted: true, autoplay: true, "aria-hidden": "true" });
  video.muted = true; // the attribute alone does not let it play by itself
  const marks = draw("svg", { class: "live-marks", role: "group", "aria-label": "看到的牌 The tiles seen" });
  const said = make("p", { class: "live-said", role: "status" }, both("打开相机…", "Opening the camera"));
  const foot = make("div", { class: "live-foot" });
  const dialog = make(
    "div",
    { class: "live", role: "dialog", "aria-modal": "true", "aria-label": "实时相机 Live camera", tabindex: "-1" },
    make("div", { class: "live-view" }, video, marks),
    said,
    foot,
  );
  const canvas = document.createElement("canvas");
  let stream = null;
  let timer = null;
  let flying = null;
  let shown = null; // {form, photo, url} of the last frame that was read
  let frozen = false;
  let fixing = null;
  let closed = false;

  close = () => {
    if (closed) return;
    closed = true;
    clearTimeout(timer);
    flying?.abort();
    for (const track of stream?.getTracks() ?? []) track.stop();
    if (shown) URL.revokeObjectURL(shown.url);
    document.removeEventListener("visibilitychange", look);
    dialog.remove();
    document.body.classList.remove("living");
    if (opener?.isConnected) opener.focus({ preventScroll: true });
  };

  function look() {
    clearTimeout(timer);
    if (!closed && !frozen && !document.hidden) timer = setTimeout(send, PAUSE);
  }

  function grab() {
    const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((give) => canvas.toBlob(give, "image/jpeg", 0.9));
  }

  async function send() {
    if (flying || closed || frozen || document.hidden) return;
    if (!video.videoWidth) {
      look();
      return;
    }
    flying = new AbortController();
    let wait = PAUSE;
    try {
      const photo = await grab();
      if (closed || frozen) return;
      const form = await postScan(photo, "frame.jpg", flying.signal, tileset);
      if (!closed && !frozen && !held(dialog)) {
        if (shown) URL.revokeObjectURL(shown.url);
        shown = { form, photo, url: URL.createObjectURL(photo) };
        paint();
      }
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Refused)) throw error;
      if (error.problem.code !== "busy") say(problemWords(error.problem));
      wait = PATIENCE;
    } finally {
      flying = null;
    }
    clearTimeout(timer);
    if (!closed && !frozen && !document.hidden) timer = setTimeout(send, wait);
  }

  function say([zh, en]) {
    said.replaceChildren(both(zh, en));
  }

  function freeze() {
    frozen = true;
    clearTimeout(timer);
    video.pause();
  }

  function goOn() {
    frozen = false;
    fixing = null;
    video.play().catch(() => {}); // closed meanwhile
    paint();
    look();
  }

  function take() {
    const { form, photo } = shown;
    freeze();
    close();
    accept(form, photo);
  }

  /** Name a tile otherwise: the hand's text follows. */
  function fix(at, tile) {
    const { form } = shown;
    const group = form.meld_tiles.find((places) => places.includes(at)) ?? [at];
    for (const place of group) {
      if (form.tiles[place].tile !== "back") Object.assign(form.tiles[place], { tile, confidence: 1 });
    }
    const melds = readMelds(form.hand).map(({ kind }, meld) => {
      const face = form.meld_tiles[meld].map((place) => form.tiles[place].tile).find((one) => one !== "back");
      return `#${kind}${face}`;
    });
    const own = form.hand_tiles.map((place) => form.tiles[place].tile).map((one) => (NO_NAME.includes(one) ? "?" : one));
    form.hand = [...own, ...melds].join(" ");
    form.analysis = null;
    form.problems = form.problems.filter((one) => !one.tiles?.includes(at));
    fixing = null;
    paint();
  }

  function mark(one, at) {
    const { form } = shown;
    const [x1, y1, x2, y2] = one.box;
    const place = form.hand_tiles.includes(at) ? "hand" : form.meld_tiles.some((places) => places.includes(at)) ? "meld" : "out";
    const doubt = place !== "out" && (one.tile === "?" || one.confidence < UNSURE);
    const size = (x2 - x1) / 2.1;
    const name = tileName(one.tile);
    const middle = (x1 + x2) / 2;
    const tap = () => {
      if (place === "out") return;
      freeze();
      fixing = at;
      paint();
    };
    return draw(
      "g",
      {
        class: `box ${place}${doubt ? " doubt" : ""}`,
        role: "button",
        tabindex: place === "out" ? "-1" : "0",
        "data-box": one.tile,
        "aria-label": `${name} ${one.tile}，点改 tap to fix`,
        onclick: tap,
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          tap();
        },
      },
      draw("rect", { class: "frame", x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: (x2 - x1) * 0.08 }),
      draw("rect", { class: "label", x: middle - size * (name.length / 2 + 0.05), y: y1 - size * 1.4, width: size * (name.length + 0.1), height: size * 1.25, rx: size * 0.25 }),
      draw("text", { x: middle, y: y1 - size * 0.44, "font-size": size, "text-anchor": "middle" }, name),
    );
  }

  /** What the hand is, in a sentence. */
  function sentence() {
    const { form } = shown;
    if (!form.hand) return problemWords(form.problems[0] ?? { code: "no_tiles", message: "" });
    const many = form.hand_tiles.length;
    const waits = form.analysis?.waits?.map(({ tile }) => tileName(tile)).join(" ");
    if (waits) return [`${many} 张，听 ${waits}`, `${many} tiles, ready`];
    return [`${many} 张`, `${many} tiles`];
  }

  const key = (id, zh, en, press, kind = "big") => make("button", { type: "button", class: kind, "data-focus": `live ${id}`, onclick: press }, both(zh, en));

  function paint() {
    if (closed) return;
    const focus = dialog.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    if (shown) {
      const { form, url } = shown;
      marks.setAttribute("viewBox", `0 0 ${form.width} ${form.height}`);
      marks.replaceChildren(
        ...(frozen ? [draw("image", { href: url, width: form.width, height: form.height })] : []),
        ...form.tiles.map(mark),
      );
      say(fixing === null ? sentence() : [`${tileName(form.tiles[fixing].tile)} 其实是`, "It really is"]);
    }
    foot.replaceChildren(
      ...(fixing === null
        ? []
        : [make("div", { class: "keys", role: "group", "aria-label": "27 种牌 The 27 tiles" }, ...KINDS.map((tile) => tileButton(tile, `${tileName(tile)} ${tile}`, `live key ${tile}`, () => fix(fixing, tile))))]),
      make(
        "div",
        { class: "live-buttons" },
        ...(shown?.form.hand ? [key("take", "就这手", "Use this hand", take, "big primary")] : []),
        ...(frozen ? [key("on", "继续拍", "Go on", goOn)] : shown ? [key("freeze", "定格", "Freeze", () => (freeze(), paint()))] : []),
        key("close", "关", "Close", close),
      ),
    );
    const back = focus && dialog.querySelector(`[data-focus="${CSS.escape(focus)}"]`);
    if (back) back.focus({ preventScroll: true });
    else if (!dialog.contains(document.activeElement)) dialog.focus({ preventScroll: true });
  }

  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Tab") {
      const all = [...dialog.querySelectorAll('button, [tabindex="0"]')];
      const edge = event.shiftKey ? all[0] : all.at(-1);
      if (document.activeElement === edge || document.activeElement === dialog) {
        event.preventDefault();
        (event.shiftKey ? all.at(-1) : all[0])?.focus();
      }
    }
  });
  document.addEventListener("visibilitychange", look);
  document.body.append(dialog);
  document.body.classList.add("living");
  paint();
  try {
    const wanted = { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } };
    stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    if (closed) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    video.srcObject = stream;
    await video.play();
    say(["对准手牌", "Point it at your hand"]);
    send();
  } catch (error) {
    if (closed) return;
    const denied = error.name === "NotAllowedError";
    say(denied ? ["相机没有许可：请在浏览器里允许，或改用拍照", "The camera is not allowed: allow it, or take a photo"] : ["打不开相机：请改用拍照", "The camera cannot be opened: take a photo"]);
  }
}
