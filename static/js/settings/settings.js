// The player's settings, as one signal each, for all parts of a page. Setting a signal's value stores it, and applies it
// to this page and to other tabs without a reload. js/ui/first-paint.js stores it.

import { batch, effect, signal } from "@preact/signals-core";

import { sendChanges } from "./sending.js";
import { withDefaults } from "./values.js";

const root = document.documentElement;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

function current() {
  return withDefaults(JSON.parse(root.dataset.settings ?? "{}"), reduced.matches);
}

const initial = current();

/** "auto", "light" or "dark". */
export const theme = signal(initial.theme);
/** "full", "short" or "none"; "none" if the system asks for less motion and the player chose nothing. */
export const motion = signal(initial.motion);
/** "two taps" or "one tap". */
export const confirmScore = signal(initial.confirmScore);
/** The volume: 0 (muted) to 1. */
export const sound = signal(initial.sound);
/** Whether sounds are also shown as short texts. */
export const captions = signal(initial.captions);
/** Whether the device may vibrate. */
export const haptics = signal(initial.haptics);
/** "ivory", "casino", "midnight" or "contrast". */
export const diceLook = signal(initial.diceLook);
/** "navy", "green", "burgundy" or "contrast". */
export const feltLook = signal(initial.feltLook);
/** "plain" or "four colours". */
export const pips = signal(initial.pips);
/** The code of a language; "" for the browser's. */
export const language = signal(initial.language);

/** All signals by name. */
export const settings = {
  theme,
  motion,
  confirmScore,
  sound,
  captions,
  haptics,
  diceLook,
  feltLook,
  pips,
  language,
};

function update() {
  const now = current();
  batch(() => {
    for (const [name, each] of Object.entries(settings)) each.value = now[name];
  });
}

function storeChanges(name, each) {
  effect(() => {
    const { value } = each;
    if (value === current()[name]) return;
    root.dispatchEvent(new CustomEvent("setting", { detail: { [name]: value } }));
  });
}

root.addEventListener("settings", update);
for (const [name, each] of Object.entries(settings)) storeChanges(name, each);
sendChanges();
