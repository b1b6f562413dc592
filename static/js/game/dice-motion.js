// The dice in motion. They tumble until the server's values are there, then land on them. Nothing
// here knows a value: drawing the view alone is always right, motion only delays its sight.

import { computed, signal } from "@preact/signals";

const LEAST_TUMBLE_MS = 480;
const LANDING_MS = 520;

/** {kind: "rest" | "tumbling" | "landing", held: positions that lie still}. */
export const motion = signal({ kind: "rest", held: [] });
export const atRest = computed(() => motion.value.kind === "rest");

let began = 0;
let timer = 0;

function reduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Throw all dice but the `held` ones; they tumble until `land` or `stop`. */
export function tumble(held) {
  clearTimeout(timer);
  began = performance.now();
  if (!reduced()) motion.value = { kind: "tumbling", held };
}

/** The values are known: finish the throw. */
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

/** Show the dice as they lie, at once. */
export function stop() {
  clearTimeout(timer);
  motion.value = { kind: "rest", held: [] };
}
