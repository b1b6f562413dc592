// Turn clocks as text. Pure.

const DAY = 86_400;

/** Return a clock (seconds per turn, or null) as text. */
export function clockWords(clock) {
  if (clock === null) return "no clock";
  return clock === DAY ? "a day a turn" : `${clock} s a turn`;
}
