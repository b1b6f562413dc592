// Whether the dice of a page move, and why. This module knows no values: drawing the view alone is always correct.

import { computed, signal } from "@preact/signals";

import { motion as level } from "../settings/settings.js";
import { throwTimes } from "./times.js";

/** How long a landing takes at the short level of motion. */
const SHORT_LANDING_MS = 260;
const AT_REST = { kind: "rest", held: [] };

/**
 * {kind, held, began, answered}. `kind`: "rest"; "tumbling": picked up, the faces are not known yet; "lost": laid down
 * without faces, since no answer came; "landing": thrown. `held`: the positions of the dice that do not move. `began`
 * and `answered`: times of `performance.now()`.
 */
export const motion = signal(AT_REST);

/** Whether all dice lie still and show their values. Nobody rolls, holds or scores before. */
export const atRest = computed(() => motion.value.kind === "rest");

let timer = 0;

/** Go on with `next` after `ms`, unless the dice move in another way before. */
export function after(ms, next) {
  clearTimeout(timer);
  timer = setTimeout(next, ms);
}

/** End the animation at once. */
export function stop() {
  clearTimeout(timer);
  motion.value = AT_REST;
}

/** The values of all of `count` dice but the `held` ones are known: throw them, or end the animation on them. `pace`: the level of motion. */
export function land(count, held, pace = level.value) {
  if (pace === "none" || document.visibilityState === "hidden") return stop();
  const now = performance.now();
  const { kind, began } = motion.value;
  const landing = { kind: "landing", held, began: kind === "tumbling" ? began : now, answered: now };
  motion.value = landing;
  const rest = pace === "full" ? throwTimes({ ...landing, count: count - held.length }).rest : now + SHORT_LANDING_MS;
  return after(rest - now, stop);
}

document.addEventListener("visibilitychange", () => {
  if (motion.value.kind === "landing" && document.visibilityState === "hidden") stop();
});
