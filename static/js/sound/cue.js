// Makes a sound of the table, shows its caption, and lets the phone vibrate. In a hidden tab only the start
// of the player's own turn is heard.

import { effect } from "@preact/signals";

import { gettext } from "../language/language.js";
import { sound } from "../settings/settings.js";
import { caption } from "./captions.js";
import { vibrate } from "./vibration.js";

const SAMPLE_MS = 150; // between two test sounds while the volume changes
const SAMPLE = "land 1";
const HEARD_IN_BACKGROUND = new Set(["your turn"]);

// What a caption says. A sound without a text has none.
const notes = () => gettext("Notes");
const bells = () => gettext("Bells");
const TEXTS = {
  rattle: () => gettext("Dice rattle"),
  land: () => gettext("Dice land"),
  hold: () => gettext("Click"),
  release: () => gettext("Click"),
  score: () => gettext("Pencil on paper"),
  "your turn": () => gettext("Your turn"),
  "clock low": () => gettext("Clock ticks"),
  straight: notes,
  alike: notes,
  lead: notes,
  "last roll": notes,
  over: notes,
  bonus: bells,
  yacht: bells,
  win: bells,
};

let player = null;
let loading = null;
let lastSample = 0;

async function load() {
  loading ??= import("./player.js");
  player = await loading;
  const awake = player.wake();
  player.setVolume(sound.value);
  await awake;
}

/** Load the player at the first gesture, and wake it at each: phones stop sounds when they lock. */
function onGesture() {
  if (player) player.wake();
  else if (sound.value > 0) load();
}

/** Apply the volume, and play a test sound. */
async function onVolume(volume) {
  if (!player) {
    if (volume === 0 || !navigator.userActivation?.hasBeenActive) return;
    await load();
  }
  player.setVolume(volume);
  const now = performance.now();
  if (volume === 0 || now - lastSample < SAMPLE_MS) return;
  player.play(SAMPLE);
  lastSample = now;
}

/** Play a test sound at each change of the volume. */
export function watchVolume() {
  let known = sound.peek();
  effect(() => {
    const volume = sound.value;
    if (volume === known) return;
    known = volume;
    onVolume(volume);
  });
}

/** Begin to follow gestures and the volume, as if a gesture had just happened. */
export function watchSound() {
  for (const type of ["pointerup", "keydown"]) addEventListener(type, onGesture, { passive: true, capture: true });
  if (navigator.userActivation?.hasBeenActive) onGesture();
  watchVolume();
}

function isHeard(name) {
  return !document.hidden || HEARD_IN_BACKGROUND.has(name);
}

/** Make the sound `name` after `delay` seconds. `felt`: whether the phone vibrates for it. */
export function cue({ name, delay = 0, felt }) {
  if (!isHeard(name)) return;
  setTimeout(() => {
    caption(TEXTS[name]?.());
    if (felt) vibrate(name);
  }, delay * 1000);
  if (sound.value > 0) player?.play(name, { delay });
}

const LANDINGS = 3; // recipes of a landing die

/** Make the sounds of dice that land after the delays `times` (ms). `felt`: whether the phone vibrates. */
export function cueLanding(times, felt) {
  if (!isHeard("land") || times.length === 0) return;
  caption(TEXTS.land());
  if (felt) vibrate("land");
  if (sound.value === 0) return;
  times.forEach((time, die) => {
    const options = { delay: time / 1000, gain: 0.8 + Math.random() * 0.3, pitch: 0.93 + Math.random() * 0.14 };
    player?.play(`land ${(die % LANDINGS) + 1}`, options);
  });
}

/** Let the dice rattle; return a function that ends it. */
export function cueRattle() {
  if (!isHeard("rattle")) return () => {};
  caption(TEXTS.rattle());
  return sound.value > 0 && player ? player.loop("rattle") : () => {};
}
