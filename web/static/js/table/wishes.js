// 心愿: what this phone wants: the screen kept on, a sound, a vibration. What is wanted is kept apart from what
// the browser grants, as it takes the wake lock back whenever the page is hidden.

import { keep, kept } from "./state.js";

const USUAL = { awake: true, sound: false, shake: true };

/** Whether this phone wants something. */
export const wants = (name) => kept(`want.${name}`, USUAL[name]);

/** Change a wish. */
export function want(name, value) {
  keep(`want.${name}`, value);
  if (name === "awake") stayAwake();
  if (name === "sound" && value) ring();
}

let lock = null;
let asking = false;
let filming = false;

/** A phone that films the table stays on, whatever is wanted: a dark one sends nothing. */
export function filmOn(on) {
  filming = on;
  stayAwake();
}

/** Ask for the wake lock where it is wanted and not held; give it back where it is not wanted. */
export async function stayAwake() {
  if (!wants("awake") && !filming) {
    await lock?.release();
    lock = null;
    return;
  }
  if (lock || asking || document.hidden || !("wakeLock" in navigator)) return;
  asking = true;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // refused, as with a low battery; asked again at the next touch or when seen again
  } finally {
    asking = false;
  }
}

document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("pointerdown", stayAwake);

let audio = null;

function ring() {
  audio ??= new AudioContext();
  audio.resume();
  for (const [at, pitch] of [[0, 659], [0.14, 880]]) {
    const tone = audio.createOscillator();
    const loud = audio.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.2, audio.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.4);
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + 0.4);
  }
}

/** Somebody has won. */
export function celebrate() {
  if (wants("sound")) ring();
  if (wants("shake") && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([120, 60, 200]);
}
