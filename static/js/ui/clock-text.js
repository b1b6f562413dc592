// Turn clocks as text. Pure.

import { gettext, interpolate } from "../language/language.js";

const DAY = 86_400;

/** Return a clock (seconds per turn, or null) as text. */
export function clockWords(clock) {
  if (clock === null) return gettext("no clock");
  return clock === DAY ? gettext("a day a turn") : interpolate(gettext("%(clock)s s a turn"), { clock });
}
