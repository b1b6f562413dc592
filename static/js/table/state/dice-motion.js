// Whether the dice move, and why. They tumble until the server's values arrive, then land on them.
// This module knows no values: drawing the view alone is always correct.

import { computed, effect, signal } from "@preact/signals";

import { throwTimes } from "../../dice/times.js";
import { motion as level } from "../../settings/settings.js";
import { sheet } from "./state.js";

const MAX_TUMBLE_MS = 1500; // then the connection is probably lost
/** How long a landing takes at the short level of motion. */
const SHORT_LANDING_MS = 260;

/**
 * {kind, held, began, answered}. `kind`: "rest"; "tumbling": picked up, the faces are not known yet; "lost": laid down
 * without faces, since no answer came; "landing": thrown. `held`: the positions of the dice that do not move. `began`
 * and `answered`: times of `performance.now()`.
 */
export const motion = signal({ kind: "rest", held: [] });

/** Whether all dice lie still and show their values. Nobody rolls, holds or scores before. */
export const atRest = computed(() => motion.value.kind === "rest");

/** Do something as soon as all dice lie still: what they show must not be told before. */
export function whenAtRest(act) {
  if (atRest.peek()) return act();
  let isDone = false;
  const end = effect(() => {
    if (!atRest.value || isDone) return;
    isDone = true;
    // Not here: what it reads must not wake this effect again.
    queueMicrotask(() => {
      end();
      act();
    });
  });
  return undefined;
}

let timer = 0;

function after(ms, next) {
  clearTimeout(timer);
  timer = setTimeout(next, ms);
}

function isShown() {
  return level.value !== "none" && document.visibilityState === "visible";
}

/** Start to roll all dice except the `held` positions; they tumble until `land` or `stop`. */
export function tumble(held) {
  motion.value = { kind: "tumbling", held, began: performance.now() };
  after(MAX_TUMBLE_MS, () => {
    motion.value = { ...motion.value, kind: "lost" };
  });
}

/** The values are known: end the animation on them. */
export function land(held) {
  if (!isShown()) return stop();
  const now = performance.now();
  const { kind, began } = motion.value;
  const count = sheet.value.dice - held.length;
  const landing = { kind: "landing", held, began: kind === "tumbling" ? began : now, answered: now };
  motion.value = landing;
  const rest = level.value === "full" ? throwTimes({ ...landing, count }).rest : now + SHORT_LANDING_MS;
  after(rest - now, stop);
}

/** End the animation at once. */
export function stop() {
  clearTimeout(timer);
  motion.value = { kind: "rest", held: [] };
}

document.addEventListener("visibilitychange", () => {
  if (motion.value.kind === "landing" && document.visibilityState === "hidden") stop();
});
