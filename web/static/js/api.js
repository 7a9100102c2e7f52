// 服务: asks the program on this machine. Nothing is asked anywhere else.

const root = document.body.dataset.api;

/** What the server refused, as `{code, message}`. */
export class Refused extends Error {
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(root + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused({ code: "offline", message: "tangzi does not answer: see that the program still runs." });
  }
  const form = await answer.json().catch(() => ({}));
  if (!answer.ok || form.error) {
    throw new Refused(form.error ?? { code: "http_error", message: `The server answered ${answer.status}.` });
  }
  return form;
}

/** The rule sets and their keys. */
export const getRules = () => ask("rules");

/** The hand form of what the player has told. */
export function postHand(body, signal) {
  const headers = { "Content-Type": "application/json" };
  return ask("hand", { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** The scan form of a photo. */
export function postScan(photo, name, signal) {
  const body = new FormData();
  body.append("photo", photo, name);
  return ask("scan", { method: "POST", body, signal });
}
