// The state of the dice animation. Dice tumble until the server's values arrive, then land on them.
// This module knows no values: drawing the view alone is always correct.

import { computed, signal } from "@preact/signals";

const LEAST_TUMBLE_MS = 480;
const LANDING_MS = 520;

/** {kind: "rest" | "tumbling" | "landing", held: positions of dice that do not move}. */
export const motion = signal({ kind: "rest", held: [] });
export const atRest = computed(() => motion.value.kind === "rest");

let began = 0;
let timer = 0;

function reduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Start to roll all dice except the `held` positions; they tumble until `land` or `stop`. */
export function tumble(held) {
  clearTimeout(timer);
  began = performance.now();
  if (!reduced()) motion.value = { kind: "tumbling", held };
}

/** The values are known: end the animation on them. */
export function land(held) {
  if (reduced()) return stop();
  if (motion.value.kind !== "tumbling") tumble(held);
  clearTimeout(timer);
  const rest = Math.max(0, began + LEAST_TUMBLE_MS - performance.now());
  timer = setTimeout(() => {
    motion.value = { kind: "landing", held };
    timer = setTimeout(stop, LANDING_MS);
  }, rest);
}

/** End the animation at once. */
export function stop() {
  clearTimeout(timer);
  motion.value = { kind: "rest", held: [] };
}
