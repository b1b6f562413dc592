// How the dice of this page move: they land when they are thrown.

import { signal } from "@preact/signals";

import { throwTimes } from "../dice/times.js";
import { motion as level } from "../settings/settings.js";

const SHORT_LANDING_MS = 260;
const AT_REST = { kind: "rest", held: [] };

/** As in js/table/state/dice-motion.js; here only "rest" and "landing". */
export const motion = signal(AT_REST);

let timer = 0;

function stop() {
  clearTimeout(timer);
  motion.value = AT_REST;
}

/** Throw all of `count` dice but the `held` ones. */
export function land(count, held) {
  clearTimeout(timer);
  if (level.value === "none" || document.visibilityState === "hidden") return stop();
  const now = performance.now();
  const landing = { kind: "landing", held, began: now, answered: now };
  motion.value = landing;
  const rest = level.value === "full" ? throwTimes({ ...landing, count: count - held.length }).rest : now + SHORT_LANDING_MS;
  timer = setTimeout(stop, rest - now);
}

document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && stop());
