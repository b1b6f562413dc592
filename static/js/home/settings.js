// Game settings: {variant, players, clock, rated}; how they are stored and shown. Pure.

import { gettext, interpolate, ngettext, pgettext } from "../language/language.js";
import { clockWords } from "../ui/clock-text.js";

const DEFAULT_CLOCK = 60;
const PLAYERS = [0, 2, 3, 4];

/** Return a name for a guest who does not type one. `random`: 0 to 1. */
export function guestName(random) {
  return `${gettext("Guest")} ${1000 + Math.floor(random * 9000)}`;
}

/** Return a number of players as text; 0 means "2–4 players". */
export function playersWords(players) {
  if (players === 0) return gettext("2–4 players");
  return interpolate(ngettext("%(count)s player", "%(count)s players", players), { count: players });
}

/** Return the clock and rated status of a ticket, challenge or row as texts. */
export function settingsFacts({ clock, rated }) {
  return [clockWords(clock), rated ? gettext("rated") : pgettext("game", "casual")];
}

/** Return whether a game with this clock may be rated. `account`: the player has an account. */
export function mayBeRated(clock, account) {
  return account && clock !== null;
}

/**
 * Return the settings stored as `text`. `variants`: ids of the available variants; `clocks`:
 * the available clocks. Missing or invalid values get their defaults.
 */
export function readSettings(text, variants, clocks) {
  const found = parse(text);
  return {
    variant: variants.includes(found.variant) ? found.variant : variants[0],
    players: PLAYERS.includes(found.players) ? found.players : 0,
    clock: clocks.includes(found.clock) ? found.clock : DEFAULT_CLOCK,
    rated: typeof found.rated === "boolean" ? found.rated : true,
  };
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // nothing stored, or not by this page
  }
}

/** Return how many bots fill a table for this many players; 1 for any number (0). */
export function botsFor(players) {
  return players === 0 ? 1 : players - 1;
}
