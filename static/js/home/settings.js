// Game settings, such as those of a search or a challenge, in words. Pure.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { clockWords } from "../ui/clock-text.js";

/** Return a name for a guest who does not type one. `random`: 0 to 1. */
export function guestName(random) {
  return `${gettext("Guest")} ${1000 + Math.floor(random * 9000)}`;
}

/** Return a number of players as text; 0 means "2–4 players". */
export function playersWords(players) {
  if (players === 0) return gettext("2–4 players");
  return interpolate(ngettext("%(count)s player", "%(count)s players", players), { count: players });
}

/** Return the clock, and that it is rated, of a ticket, challenge or row as texts. */
export function settingsFacts({ clock, rated }) {
  return rated ? [clockWords(clock), gettext("rated")] : [clockWords(clock)];
}
