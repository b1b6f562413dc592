// The games that this device has seen here. Pure, but for the storage.
//
// Anybody may use the device next, so a name that somebody gave to rules of their own stays out: the rules' plain one is stored.

import { Entries } from "../real_dice/entries.js";

const KEY = "offline-rules"; // [{id, name, tagline, switches, most_players}]
const MOST = 40;

/**
 * Return the games that can be played, and remember them: a page that was taken along knows no house rules, but the device
 * does. `shown`: the games of the page; those that somebody keeps have the rules' `plain` name, too.
 */
export function knownGames(shown, storage = () => localStorage) {
  const entries = new Entries(storage);
  const found = entries.read(KEY);
  const stored = Array.isArray(found) ? found : [];
  const games = [...shown, ...stored.filter(({ id }) => shown.every((each) => each.id !== id))].slice(0, MOST);
  entries.write(KEY, games.map(({ plain, name, ...game }) => ({ ...game, name: plain ?? name })));
  return games;
}
