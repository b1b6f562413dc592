// Turn clocks as text. Pure.

import { gettext, interpolate, ngettext } from "../language/language.js";

const DAY = 86_400;

/** Return a clock (seconds per turn, or null) as text. */
export function clockWords(clock) {
  if (clock === null) return gettext("no clock");
  if (clock > DAY) return interpolate(ngettext("%(count)s day a turn", "%(count)s days a turn", clock / DAY), { count: clock / DAY });
  return clock === DAY ? gettext("a day a turn") : interpolate(gettext("%(clock)s s a turn"), { clock });
}
