// 学牌: photograph the 27 kinds, see what was read, correct it, save it as a set.

import { getSets, postLook, postSet, Refused, removeSet } from "../api.js";
import { both, byId, draw, make, redraw, tileButton, tilePicture } from "../dom.js";
import { chooseSet, chosenSet } from "../sets.js";
import { KINDS, problemWords, tileName } from "../words.js";

const LEFT_OUT = "";

const photos = []; // {file, url, width, height, problems, tiles: [{box, tile, read, confidence}]}
let fixing = null; // {tile, place} while the picker is open

const complain = (problems) =>
  redraw(byId("problems"), ...problems.map((problem) => make("li", {}, words(problem))));

function words(problem) {
  const [zh, en] = problemWords(problem);
  return zh ? both(zh, en) : make("span", { lang: "en" }, en);
}

/** Read photos one after the other; those that were read stay. */
async function read(files) {
  complain([]);
  byId("busy").hidden = false;
  try {
    for (const file of files) {
      if (file.size > Number(document.body.dataset.largest)) {
        throw new Refused({ code: "too_large", message: "The photo is too large: send a smaller one." });
      }
      const form = await postLook(file);
      const tiles = form.tiles.map((one) => ({ ...one, read: one.tile }));
      if (!tiles.length) throw new Refused(form.problems[0]);
      photos.push({ ...form, tiles, file, url: URL.createObjectURL(file) });
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    complain([error.problem]);
  } finally {
    byId("busy").hidden = true;
    paint();
  }
}

/** The kinds that some photo shows. */
const shown = () => new Set(photos.flatMap(({ tiles }) => tiles.map(({ tile }) => tile)).filter((tile) => KINDS.includes(tile)));

function boxMark(one, place) {
  const [x1, y1, x2, y2] = one.box;
  const name = one.tile === LEFT_OUT ? "不学" : tileName(one.tile);
  const size = Math.min((x2 - x1) / 2.1, (y2 - y1) / 2.5);
  const middle = (x1 + x2) / 2;
  const doubt = one.tile === "?" || (one.doubt && one.tile === one.read);
  return draw(
    "g",
    {
      class: `box${doubt ? " doubt" : ""}${one.tile === LEFT_OUT ? " gone" : ""}`,
      role: "button",
      tabindex: "0",
      "data-focus": `box ${place}`,
      "data-box": one.tile,
      "aria-label": `${name} ${one.tile}${doubt ? "，请核对 check it" : ""}`,
      onclick: () => fix(one, place),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        fix(one, place);
      },
    },
    draw("rect", { class: "frame", x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: (x2 - x1) * 0.08 }),
    draw("rect", { class: "label", x: middle - (size * (name.length + 0.1)) / 2, y: y1 - size * 1.3, width: size * (name.length + 0.1), height: size * 1.25, rx: size * 0.25 }),
    draw("text", { x: middle, y: y1 - size * 0.34, "font-size": size, "text-anchor": "middle" }, name),
  );
}

function photoCard(photo, number) {
  for (const { tiles } of photo.problems) for (const at of tiles ?? []) photo.tiles[at].doubt = true;
  const picture = draw("image", { href: photo.url, width: photo.width, height: photo.height });
  const marks = photo.tiles.map((one, at) => boxMark(one, `${number} ${at}`));
  return make(
    "div",
    { class: "photo" },
    make(
      "div",
      { class: "stage" },
      draw("svg", { viewBox: `0 0 ${photo.width} ${photo.height}`, role: "group", "aria-label": `照片 Photo ${number + 1}` }, picture, ...marks),
    ),
    make("ul", { class: "problems" }, ...photo.problems.map((problem) => make("li", {}, words(problem)))),
    make(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => {
          URL.revokeObjectURL(photo.url);
          photos.splice(photos.indexOf(photo), 1);
          paint();
        },
      },
      both("不要这张照片", "Drop this photo"),
    ),
  );
}

function paint() {
  const kinds = shown();
  byId("check").hidden = byId("keep").hidden = !photos.length;
  byId("count").textContent = photos.length ? `${kinds.size} / 27` : "";
  redraw(byId("photos"), ...photos.map(photoCard));
  const missing = KINDS.filter((tile) => !kinds.has(tile));
  byId("missing").replaceChildren(
    missing.length ? both(`还缺：${missing.map(tileName).join("、")}`, `still missing: ${missing.join(" ")}`) : "",
  );
  byId("save").disabled = !kinds.size;
}

/** Open the picker for one tile. */
function fix(tile, place) {
  fixing = { tile, place };
  byId("sheet-title").replaceChildren(both("这张是", "This tile is"));
  redraw(
    byId("keys"),
    ...KINDS.map((kind) =>
      tileButton(kind, `${tileName(kind)} ${kind}`, `key ${kind}`, () => settle(kind), {
        "aria-current": kind === tile.tile ? "true" : null,
      }),
    ),
  );
  byId("sheet").hidden = false;
  document.body.classList.add("picking");
  (byId("keys").querySelector("[aria-current]") ?? byId("keys").firstChild).focus({ preventScroll: true });
}

function settle(kind) {
  if (kind != null) fixing.tile.tile = kind;
  const back = `[data-focus="box ${fixing.place}"]`;
  fixing = null;
  byId("sheet").hidden = true;
  document.body.classList.remove("picking");
  paint();
  document.querySelector(back)?.focus({ preventScroll: true });
}

/** Save what was told as a set. */
async function save() {
  byId("saving").hidden = false;
  byId("save").disabled = true;
  byId("result").replaceChildren();
  const labels = photos.map(({ tiles }) =>
    tiles.filter(({ tile }) => KINDS.includes(tile)).map(({ box, tile }) => ({ box, tile })),
  );
  try {
    const form = await postSet(byId("name").value.trim(), photos.map(({ file }) => file), labels);
    chooseSet(form.set);
    byId("result").replaceChildren(result(form));
    await listSets();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    byId("result").replaceChildren(make("p", { class: "problem" }, words(error.problem)));
  } finally {
    byId("saving").hidden = true;
    byId("save").disabled = false;
  }
}

function result(form) {
  const part = document.createDocumentFragment();
  part.append(
    make("p", { class: "done" }, both(`学会了“${form.set}”：${form.kinds} 种牌，已选用。`, `learnt in ${form.seconds} s, and chosen`)),
  );
  if (form.confusable.length) {
    part.append(
      make("p", { class: "hint" }, both("还可能混的：多拍一张会更好", "May still be confused: one more photo helps")),
      make(
        "ul",
        { class: "pairs" },
        ...form.confusable.slice(0, 12).map(([one, other, share]) =>
          make("li", {}, tilePicture(one), tilePicture(other), `${Math.round(100 * share)} %`),
        ),
      ),
    );
  }
  return part;
}

/** Show the learnt sets. */
async function listSets() {
  const { tilesets } = await getSets();
  redraw(
    byId("sets"),
    ...(tilesets.length
      ? tilesets.map((one) =>
          make(
            "li",
            { "data-set": one.set },
            make("span", {}, one.problems.length ? words(one.problems[0]) : both(`${one.set}（${one.kinds} 种）`, one.set === chosenSet() ? "chosen" : "")),
            make(
              "button",
              {
                type: "button",
                class: "quiet",
                "aria-label": `删除 Forget ${one.set}`,
                onclick: async () => {
                  await removeSet(one.set);
                  if (chosenSet() === one.set) chooseSet("");
                  await listSets();
                },
              },
              both("删除", "Forget"),
            ),
          ),
        )
      : [make("li", { class: "hint" }, both("还没有", "none yet"))]),
  );
}

for (const id of ["camera", "album"]) {
  byId(id).addEventListener("change", ({ target }) => {
    const files = [...target.files];
    target.value = "";
    if (files.length) read(files);
  });
}
byId("save").addEventListener("click", save);
byId("sheet-close").addEventListener("click", () => settle(null));
byId("leave-out").addEventListener("click", () => settle(LEFT_OUT));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && fixing) settle(null);
});
redraw(byId("example"), ...KINDS.map(tilePicture));
paint();
await listSets();
