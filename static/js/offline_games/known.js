// The games that this device has seen here. Pure, but for the storage.
//
// Anybody may use the device next, so a name that somebody gave to rules of their own stays out: the rules' plain one is stored.

const KEY = "offline-rules"; // [{id, name, tagline, switches, most_players}]
const OLD_KEY = "offline-game-rules"; // with names that are private
const MOST = 40;

function read(storage) {
  try {
    const found = JSON.parse(storage().getItem(KEY));
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // storage may be forbidden
  }
}

/**
 * Return the games that can be played, and remember them: a page that was taken along knows no house rules, but the device
 * does. `shown`: the games of the page; those that somebody keeps have the rules' `plain` name, too.
 */
export function knownGames(shown, storage = () => localStorage) {
  const games = [...shown, ...read(storage).filter(({ id }) => shown.every((each) => each.id !== id))].slice(0, MOST);
  const stored = games.map(({ plain, name, ...game }) => ({ ...game, name: plain ?? name }));
  try {
    const itsStorage = storage();
    itsStorage.removeItem(OLD_KEY);
    itsStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    return games; // as above
  }
  return games;
}
