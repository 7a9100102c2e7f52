// 回忆: changes what is kept, and says what came of it.

import { both, byId, make } from "../dom.js";

const root = document.body.dataset.api;

/** Ask for a change; gives the answer, or null where it was refused and said so. */
export async function send(path, body) {
  const options = { method: "POST", headers: { "X-Tangzi": "1" } };
  if (body instanceof FormData) options.body = body;
  else {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let answer;
  let form;
  try {
    answer = await fetch(root + path, options);
    form = await answer.json();
  } catch {
    tell("problem", "连不上堂子：请确认电脑上的程序还开着。", "tangzi does not answer: see that the program still runs.");
    return null;
  }
  if (answer.ok) return form;
  tell("problem", form.error.zh ?? "", form.error.message);
  return null;
}

/** Say that something was done. */
export function done(zh, en) {
  tell("done", zh, en);
}

function tell(kind, zh, en) {
  byId("said").replaceChildren(make("p", { class: kind }, both(zh, en)));
  byId("said").scrollIntoView({ block: "nearest" });
}
