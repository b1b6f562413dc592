// The turn clocks as text. Pure.

const DAY = 86_400;

/** All clocks: seconds per turn, or null for none. */
export const CLOCKS = [30, 60, 90, null, DAY];

/** Return a clock (seconds per turn, or null) as text. */
export function clockWords(clock) {
  if (clock === null) return "no clock";
  return clock === DAY ? "a day a turn" : `${clock} s a turn`;
}
