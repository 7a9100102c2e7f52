// 回忆: changes what is kept, and says what came of it.

import { ask, json, OWN, Refused } from "../api.js";
import { both, byId, make } from "../dom.js";

/** Ask for a change; gives the answer, or null where it was refused and said so. */
export async function send(path, body) {
  try {
    return await ask(path, body instanceof FormData ? { method: "POST", headers: OWN, body } : json(body));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tell("problem", error.problem.zh ?? "", error.problem.message);
    return null;
  }
}

const AFTER = "tangzi.said";

/** Open an address, or this one anew, and say there what was done. */
export function doneAt(zh, en, address = location.href) {
  sessionStorage.setItem(AFTER, JSON.stringify([zh, en]));
  if (address === location.href) location.reload();
  else location.assign(address);
}

/** Say that something was done. */
export function done(zh, en) {
  tell("done", zh, en);
}

function tell(kind, zh, en) {
  byId("said").replaceChildren(make("p", { class: kind }, both(zh, en)));
  byId("said").scrollIntoView({ block: "nearest" });
}

const after = sessionStorage.getItem(AFTER);
if (after !== null) {
  sessionStorage.removeItem(AFTER);
  done(...JSON.parse(after));
}
