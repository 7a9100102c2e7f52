// 牌套: which learnt tile set photos are read with, and whether corrections may be kept. Both stay in this browser.

const SET = "tangzi.tileset.1";
const CONSENT = "tangzi.corrections.1";

function get(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return ""; // no storage in this browser
  }
}

function put(key, value) {
  try {
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  } catch {
    // a private window may refuse; the choice then lasts as long as nothing else
  }
}

/** The set that photos are read with, "" for none. */
export const chosenSet = () => get(SET);

export const chooseSet = (name) => put(SET, name);

/** Whether corrected tiles may be kept; off until the player says so. */
export const mayKeep = () => get(CONSENT) === "yes";

export const letKeep = (yes) => put(CONSENT, yes ? "yes" : "");
