// What stays on this device: the running game, and the finished ones. Storage may be forbidden or full: then `save` returns
// false, and the page says so.

import { VERSION } from "./game.js";

const RUNNING_KEY = "real-dice";
const DONE_KEY = "real-dice-done";
const MOST_WHOLE = 30; // finished games with all their turns; of older ones only the result stays
const MOST_DONE = 500;

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null; // storage may be forbidden, or another page wrote it
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** Return the running game, or null. One of another version is left out. */
export function storedGame() {
  const game = read(RUNNING_KEY);
  return game?.version === VERSION ? game : null;
}

export function storeGame(game) {
  return write(RUNNING_KEY, game);
}

/** Return the finished games, newest first: [{id, over, name, names, totals, places, game, verdict}]. */
export function storedResults() {
  const found = read(DONE_KEY);
  return Array.isArray(found) ? found : [];
}

/** Store finished games, newest first. If there is no room, the turns of older ones go. */
export function storeResults(results) {
  const kept = results.slice(0, MOST_DONE);
  for (const whole of [MOST_WHOLE, 5, 1]) {
    if (write(DONE_KEY, kept.map((each, at) => (at < whole ? each : { ...each, game: null, verdict: null })))) return true;
  }
  return false;
}
