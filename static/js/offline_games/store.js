// What stays on this device: the running game, and finished ones. Pure, but for the storage.
//
// A record is {format, rev, game}. `rev` counts the changes, so a clock that is set back changes nothing. What another
// release has stored and this one cannot read is never written over: it is set aside, and the page says so.

export const FORMAT = 1;
const GAME_KEY = "offline-game"; // {format, rev, game}
const DONE_KEY = "offline-games-done"; // {format, results}
const ASIDE_KEY = "offline-game-aside"; // the newest record that this release cannot read
export const KEYS = [GAME_KEY, DONE_KEY];
const MOST_WHOLE = 20; // finished games with all their turns
const MOST_DONE = 200;

function isRecord(value) {
  return value !== null && typeof value === "object" && Number.isInteger(value.format);
}

/** The games of this device. `restored(value)`: a stored game that this release can play on, or null; `storage()`: a Storage, which may be forbidden or full. */
export class StoredGames {
  #storage;
  #restored;
  #rev = 0;
  #results = [];
  game = null;
  /** Whether everything is stored. */
  isStored = true;
  /** Whether there was a game that this release cannot read. */
  hasAside = false;

  constructor(restored, storage = () => localStorage) {
    this.#restored = restored;
    this.#storage = storage;
    this.refresh();
  }

  get results() {
    return this.#results;
  }

  #read(key) {
    try {
      const value = JSON.parse(this.#storage().getItem(key));
      return isRecord(value) ? value : null;
    } catch {
      return null; // storage is forbidden, or something else was written there
    }
  }

  #write(key, value) {
    try {
      const itsStorage = this.#storage();
      itsStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false; // forbidden or full: it stays in memory
    }
  }

  /** Take over what is stored, also by another tab. Return whether it was newer than what this tab has. */
  refresh() {
    this.#hear(this.#read(DONE_KEY)?.results);
    const found = this.#read(GAME_KEY);
    const isNew = found !== null && (found.rev ?? 0) > this.#rev;
    if (isNew) {
      const game = found.game && found.format === FORMAT ? this.#restored(found.game) : null;
      this.#rev = found.rev ?? 0;
      if (found.game && !game) this.hasAside = this.#write(ASIDE_KEY, found) || this.hasAside;
      this.game = game;
    }
    return isNew;
  }

  #hear(results) {
    if (!Array.isArray(results)) return;
    const mine = new Map(this.#results.map((each) => [each.id, each]));
    const known = new Set(results.map(({ id }) => id));
    // What could not be stored is here alone; all else that is not there was deleted by another tab.
    const unstored = this.isStored ? [] : this.#results.filter(({ id }) => !known.has(id));
    this.#results = [...unstored, ...results.map((each) => ({ ...each, ...facts(mine.get(each.id)) }))];
    this.#sort();
  }

  #sort() {
    this.#results = this.#results.sort((a, b) => b.number - a.number).slice(0, MOST_DONE);
  }

  /** Put another game, or null, in place of the running one. Return whether it is stored. */
  put(game) {
    this.game = game;
    this.#rev = Math.max(this.#rev, this.#read(GAME_KEY)?.rev ?? 0) + 1;
    this.isStored = this.#write(GAME_KEY, { format: FORMAT, rev: this.#rev, game });
    return this.isStored;
  }

  /** Add a finished game {id, ...}, or new facts about one. */
  note(result) {
    this.refresh();
    const known = this.#results.find(({ id }) => id === result.id);
    const number = known?.number ?? 1 + Math.max(0, ...this.#results.map((each) => each.number));
    this.#results = [{ ...known, ...result, number }, ...this.#results.filter((each) => each !== known)];
    this.#sort();
    this.#writeResults();
  }

  forget(id) {
    this.refresh();
    this.#results = this.#results.filter((each) => each.id !== id);
    this.#writeResults();
  }

  /** Store the finished games. If there is no room, the turns of older ones go first. */
  #writeResults() {
    const isWritten = [MOST_WHOLE, 5, 1].some((whole) => {
      const results = this.#results.map((each, at) => (at < whole ? each : { ...each, game: null, verdict: null }));
      return this.#write(DONE_KEY, { format: FORMAT, results });
    });
    this.isStored &&= isWritten;
  }
}

/** What one tab may know of a result before the other. */
function facts(result) {
  return Object.fromEntries(["verdict", "kept"].flatMap((name) => (result?.[name] ? [[name, result[name]]] : [])));
}
