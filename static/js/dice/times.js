// When thrown dice leave the hand, and when they rest. Pure.

/** All dice rest at most this long after the server's answer. */
export const MAX_LANDING_MS = 900;
/** How long a hand takes to pick the dice up. */
export const GATHER_MS = 150;
/** How long the longest of the paths in paths.js takes. */
export const LONGEST_PATH_MS = 37 * (1000 / 60);
const STAGGER_MS = 60;

/**
 * Return when each of `count` dice leaves the hand, and when all rest. `began`: when they were picked up; `answered`:
 * when their faces became known. All times are in ms.
 */
export function throwTimes({ count, began, answered }) {
  const first = Math.max(answered, began + GATHER_MS);
  const step = Math.min(STAGGER_MS, 300 / Math.max(1, count));
  const releases = Array.from({ length: count }, (_, at) => first + at * step);
  const rest = Math.min(answered + MAX_LANDING_MS, first + (count - 1) * step + LONGEST_PATH_MS);
  return { releases, rest: Math.max(rest, answered) };
}
