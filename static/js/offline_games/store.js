// What stays on this device: the running game, and finished ones. Pure, but for the storage.
//
// A record is {format, rev, game}. `rev` counts the changes, so a clock that is set back changes nothing. What another
// release has stored and this one cannot read is never written over: it is set aside, the page says so, and the first release
// that can read it plays on.

import { Entries } from "../real_dice/entries.js";

export const FORMAT = 1;
const GAME_KEY = "offline-game"; // {format, rev, game}
const DONE_KEY = "offline-games-done"; // {format, results}
const ASIDE_KEY = "offline-game-aside"; // records that a release could not read, the newest first
export const KEYS = [GAME_KEY, DONE_KEY];
const WHOLE = [50, 20, 5, 1]; // finished games with all their turns: as many as there is room for
const MOST_WHOLE_CHARACTERS = 2_000_000; // the running game and other pages need room, too
const MOST_DONE = 200;
const MOST_ASIDE = 5;

function isRecord(value) {
  return value !== null && typeof value === "object" && Number.isInteger(value.format);
}

/** Return the id of a stored game: {id}, or {game: {id}}. */
function idOf(value) {
  return value?.game?.id ?? value?.id ?? null;
}

/** Return what is the same for all records of one game. */
function keyOf({ game }) {
  return idOf(game) ?? JSON.stringify(game);
}

/**
 * The games of this device. `restored(value)`: a stored game that this release can play on, or null; `storage()`: a Storage,
 * which may be forbidden or full; `finished(value)`: the result {id, names, ...} of a game that is over, or null.
 */
export class StoredGames {
  #entries;
  #restored;
  #finished;
  #rev = 0;
  #storedRev = 0; // what the storage has, as far as this tab knows
  #results = [];
  #unstored = new Set(); // ids of results that are here alone
  #unread = null; // the stored record, if this release cannot read it
  #isGameStored = true;
  game = null;

  constructor(restored, storage = () => localStorage, finished = () => null) {
    this.#restored = restored;
    this.#entries = new Entries(storage);
    this.#finished = finished;
    this.refresh();
    this.#noteMissing(this.game);
    this.#readBack();
  }

  get results() {
    return this.#results;
  }

  /** Whether everything is stored. */
  get isStored() {
    return this.#isGameStored && this.#unstored.size === 0;
  }

  /** Whether there is a game that this release cannot read. */
  get hasAside() {
    return this.#unread !== null || this.#asides().length > 0;
  }

  /** The ids of all games that are here. */
  get ids() {
    const aside = [this.#unread, ...this.#asides()].map((each) => idOf(each?.game));
    return [idOf(this.game), ...this.#results.map(({ id }) => id), ...aside].filter((id) => id !== null);
  }

  #read(key) {
    const value = this.#entries.read(key);
    return isRecord(value) ? value : null;
  }

  #playable({ format, game }) {
    return game && format === FORMAT ? this.#restored(game) : null;
  }

  /** Take over what is stored, also by another tab. Return whether it was newer than what this tab has. */
  refresh() {
    this.#hear(this.#read(DONE_KEY)?.results);
    return this.#hearGame(this.#read(GAME_KEY));
  }

  #hearGame(found) {
    const rev = found?.rev ?? 0;
    // What is stored only grows: with a smaller number it was emptied, and begun again.
    const isEmptied = rev < this.#storedRev;
    if (isEmptied) this.#rev = 0;
    this.#storedRev = rev;
    if (found === null || rev <= this.#rev) return false;
    this.#rev = rev;
    this.game = this.#playable(found);
    this.#unread = found.game && !this.game ? found : null;
    this.#isGameStored = true;
    return true;
  }

  #hear(results) {
    if (!Array.isArray(results)) return;
    const found = results.filter((each) => each?.names);
    const mine = new Map(this.#results.map((each) => [each.id, each]));
    const known = new Set(found.map(({ id }) => id));
    // What could not be stored is here alone; all else that is not there was deleted by another tab.
    const unstored = this.#results.filter(({ id }) => this.#unstored.has(id) && !known.has(id));
    this.#results = [...unstored, ...found.map((each) => ({ ...each, ...facts(mine.get(each.id)) }))];
    this.#sort();
  }

  #sort() {
    this.#results = this.#results.sort((a, b) => b.number - a.number).slice(0, MOST_DONE);
  }

  /** Put another game, or null, in place of the running one. Return whether everything is stored. */
  put(game) {
    const found = this.#read(GAME_KEY);
    if ((found?.rev ?? 0) > this.#rev) this.#hearGame(found); // nobody has told of it yet
    this.game = game;
    this.#rev += 1;
    const mayWrite = this.#unread === null || this.#setAside(this.#unread);
    if (mayWrite) this.#unread = null;
    this.#isGameStored = mayWrite && this.#entries.write(GAME_KEY, { format: FORMAT, rev: this.#rev, game });
    if (this.#isGameStored) this.#storedRev = this.#rev;
    if (this.#unstored.size > 0) this.#writeResults(); // perhaps there is room now
    return this.isStored;
  }

  /** Add a finished game {id, names, ...}, or new facts about one that is there. */
  note(result) {
    this.refresh();
    const known = this.#results.find(({ id }) => id === result.id);
    if (!known && !result.names) return; // it was deleted meanwhile
    const number = known?.number ?? 1 + Math.max(0, ...this.#results.map((each) => each.number));
    this.#results = [{ ...known, ...result, number }, ...this.#results.filter((each) => each !== known)];
    this.#sort();
    this.#unstored.add(result.id);
    this.#writeResults();
  }

  /** Delete a finished game, also if it is the one that was played last. */
  forget(id) {
    this.refresh();
    this.#results = this.#results.filter((each) => each.id !== id);
    this.#unstored.delete(id);
    this.#writeResults();
    if (idOf(this.game) === id && this.#finished(this.game)) this.put(null);
  }

  /** Note the result of a game that is over, if that is missing. */
  #noteMissing(game) {
    const result = game && this.#finished(game);
    if (result && this.#results.every(({ id }) => id !== result.id)) this.note(result);
  }

  /** Store the finished games. If there is no room, turns go: first those of older games, and last those that nobody keeps. */
  #writeResults() {
    const order = [...this.#results.filter(({ kept }) => !kept), ...this.#results.filter(({ kept }) => kept)].filter(({ game }) => game);
    const isWritten = WHOLE.some((count) => {
      const whole = new Set(order.slice(0, count));
      const results = this.#results.map((each) => (whole.has(each) ? each : { ...each, game: null, verdict: null }));
      const isTooLong = count > WHOLE.at(-1) && JSON.stringify(results).length > MOST_WHOLE_CHARACTERS;
      return !isTooLong && this.#entries.write(DONE_KEY, { format: FORMAT, results });
    });
    if (isWritten) this.#unstored.clear();
  }

  // --- Games that a release cannot read ---------------------------------------------------------------

  #asides() {
    const found = this.#entries.read(ASIDE_KEY);
    return Array.isArray(found) ? found.filter(isRecord) : [];
  }

  #setAside(record) {
    const others = this.#asides().filter((each) => keyOf(each) !== keyOf(record));
    return this.#entries.write(ASIDE_KEY, [record, ...others].slice(0, MOST_ASIDE));
  }

  /** Play on with a game that was set aside, if none is running, and note those that were over. */
  #readBack() {
    for (const record of this.#asides()) {
      const value = this.#playable(record);
      if (!value) continue;
      const id = idOf(value);
      const isKnown = idOf(this.game) === id || this.#results.some((each) => each.id === id);
      const isOver = this.#finished(value) !== null;
      if (!isKnown && !isOver && this.game && !this.#finished(this.game)) continue; // it waits for the end of that one
      if (!isKnown && isOver) this.#noteMissing(value);
      else if (!isKnown) this.put(value);
      if (this.isStored) this.#entries.write(ASIDE_KEY, this.#asides().filter((each) => keyOf(each) !== keyOf(record)));
    }
  }
}

/** What one tab may know of a result before the other. */
function facts(result) {
  return Object.fromEntries(["verdict", "kept"].flatMap((name) => (result?.[name] ? [[name, result[name]]] : [])));
}
