// What stays on this device, in one copy for all tabs: the running card, and the finished games. Pure, but for the storage.
//
// A tab never writes what it has only in memory: it reads what is stored, changes that, and writes it, in one step. So a
// tab from earlier in the evening takes nothing back. Each change of the card makes `rev` larger; a change that was made from
// an older `rev` than the stored one is not written.
//
// Release 1.0 has keys of its own, and writes its whole copy from memory. They are read, never trusted to be complete, and
// written too, so that a page of that release finds what was entered here.

import { Entries } from "./entries.js";
import { add, Refused, VERSION } from "./game.js";
import { Rules } from "./rules.js";

const CARD_KEY = "real-dice-card"; // {rev, tab, since, game}
const RESULTS_KEY = "real-dice-results"; // {results, removed, cleared}
const OLD_CARD_KEY = "real-dice"; // the game of release 1.0
const OLD_RESULTS_KEY = "real-dice-done"; // the list of release 1.0
export const KEYS = [CARD_KEY, RESULTS_KEY, OLD_CARD_KEY, OLD_RESULTS_KEY];
const MOST_WHOLE = 30; // finished games with all their turns; of older ones only the result stays
const MOST_DONE = 500;

/** Mark the turns of a game as stored by this release: a page of release 1.0 keeps the mark, and its own turns have none. */
function marked(game) {
  return game && { ...game, turns: game.turns.map((turn) => (turn.stored ? turn : { ...turn, stored: true })) };
}

/** Return a running game with the turns that a page of release 1.0 has added to its copy. Its corrections and undone turns do not count. */
function withTurnsOf(game, old) {
  if (game.over) return game;
  const rules = new Rules(game.rules);
  let joined = game;
  for (const turn of old.turns.filter(({ stored }) => !stored)) {
    try {
      joined = add(joined, rules, turn);
    } catch (error) {
      if (!(error instanceof Refused)) throw error; // the box is filled: this turn is known
    }
  }
  return joined === game ? game : marked({ ...joined, editing: null });
}

/** Return what is stored, with what release 1.0 knows besides. `since`: when the newest card was begun or put away. */
function joinedCard(stored, old) {
  if (stored === null) return { rev: old ? 1 : 0, tab: "", since: old?.began ?? 0, game: marked(old) };
  if (old === null) return stored;
  const { rev, game } = stored;
  if (game?.id === old.id) {
    const joined = withTurnsOf(game, old);
    return joined === game ? stored : { ...stored, rev: rev + 1, tab: "", game: joined };
  }
  const isRunning = game !== null && !game.over && game.turns.length > 0;
  if (isRunning || old.began <= stored.since) return stored;
  return { rev: rev + 1, tab: "", since: old.began, game: marked(old) };
}

function momentOf({ rev, tab }) {
  return `${rev} ${tab}`;
}

function fitting(game) {
  return game?.version === VERSION ? game : null;
}

/** The running or just finished game of this device. `tab`: a name for this tab that no other has. */
export class StoredCard {
  #entries;
  #tab;
  #record;
  isStored = true;

  constructor(tab, storage = () => localStorage) {
    this.#tab = tab;
    this.#entries = new Entries(storage);
    this.#record = this.#read();
  }

  get game() {
    return this.#record.game;
  }

  /** What the game was when it was last shown: a change that was made from it says so. */
  get moment() {
    return momentOf(this.#record);
  }

  #read() {
    const stored = this.#entries.read(CARD_KEY);
    const isFit = typeof stored?.rev === "number" && fitting(stored.game) === stored.game;
    return joinedCard(isFit ? stored : null, fitting(this.#entries.read(OLD_CARD_KEY)));
  }

  /** Take over what another tab has stored. Return whether there was something. */
  refresh() {
    const found = this.#read();
    if (found.rev === 0 || found.rev < this.#record.rev) return false; // nothing; or this tab could not store its changes, or the storage was emptied
    const isNew = momentOf(found) !== this.moment;
    this.#write(isNew ? found : this.#record); // also over what a page of release 1.0 has written
    return isNew;
  }

  /**
   * Put another game, or null, in place of the one of a moment. Return false if another tab has changed that meanwhile:
   * then `game` is the newer one.
   */
  put(game, moment = this.moment) {
    this.refresh();
    if (this.moment !== moment) return false;
    const { rev, since } = this.#record;
    const now = Date.now();
    // Later than what a tab from before the storage was emptied has in memory.
    this.#write({ rev: Math.max(rev + 1, now), tab: this.#tab, since: Math.max(since, game?.began ?? now), game: marked(game) });
    return true;
  }

  #write(record) {
    this.#record = record;
    this.isStored = this.#entries.write(CARD_KEY, record);
    this.#entries.write(OLD_CARD_KEY, record.game);
  }
}

/** Return one result of two for the same game: the later one, with what either knows. */
function better(one, other) {
  if (one.over !== other.over) return one.over > other.over ? one : other;
  return { ...other, ...one, game: one.game ?? other.game, verdict: one.verdict ?? other.verdict, kept: one.kept ?? other.kept };
}

/** Return the results of all lists, newest first, each game once; what the first lists say counts more. */
function joinedResults(...lists) {
  const found = new Map();
  for (const each of lists.flat()) found.set(each.id, found.has(each.id) ? better(found.get(each.id), each) : each);
  return [...found.values()].sort((a, b) => b.over - a.over).slice(0, MOST_DONE);
}

function listed(value) {
  return Array.isArray(value) ? value : [];
}

/** The finished games of this device, newest first: [{id, over, name, names, totals, places, game, verdict, kept}]. */
export class StoredResults {
  #entries;
  #all = [];
  #removed = {}; // id -> `over` of the result that was taken away
  #cleared = 0; // `over` of the newest result when all were deleted
  isStored = true;

  constructor(storage = () => localStorage) {
    this.#entries = new Entries(storage);
    this.refresh();
  }

  get all() {
    return this.#all;
  }

  /** Take over what other tabs have stored. */
  refresh() {
    const stored = this.#entries.read(RESULTS_KEY) ?? {};
    this.#cleared = Math.max(this.#cleared, stored.cleared ?? 0);
    for (const [id, over] of Object.entries(stored.removed ?? {})) this.#removed[id] = Math.max(this.#removed[id] ?? 0, over);
    const found = joinedResults(listed(stored.results), this.#all, listed(this.#entries.read(OLD_RESULTS_KEY)));
    this.#all = found.filter(({ id, over }) => over > this.#gone(id));
    if (this.#all.length > 0) this.#write(); // also over what a page of release 1.0 has written
  }

  #gone(id) {
    return Math.max(this.#cleared, this.#removed[id] ?? 0);
  }

  /** Return when a game that ends now is over: later than a result of it that was taken away, whatever the clock says. */
  timeFor(id, now) {
    return Math.max(now, this.#gone(id) + 1);
  }

  /** Add a result, in place of an earlier one of the same game. */
  put(result) {
    this.refresh();
    this.#all = joinedResults([result], this.#all.filter(({ id }) => id !== result.id));
    this.#write();
  }

  /** Note facts about a result, such as its verdict. */
  note(id, facts) {
    this.refresh();
    this.#all = this.#all.map((each) => (each.id === id ? { ...each, ...facts } : each));
    this.#write();
  }

  remove(id) {
    this.refresh();
    const result = this.#all.find((each) => each.id === id);
    if (!result) return;
    this.#removed[id] = result.over;
    this.#all = this.#all.filter((each) => each !== result);
    this.#write();
  }

  /** Delete all results that were shown. */
  clear() {
    this.#cleared = Math.max(this.#cleared, ...this.#all.map(({ over }) => over));
    this.refresh();
    this.#write();
  }

  /** Store everything. If there is no room, the turns of older games go. */
  #write() {
    const removed = Object.fromEntries(Object.entries(this.#removed).filter(([, over]) => over > this.#cleared).sort((a, b) => b[1] - a[1]).slice(0, MOST_DONE));
    this.isStored = [MOST_WHOLE, 5, 1].some((whole) => {
      const results = this.#all.map((each, at) => (at < whole ? each : { ...each, game: null, verdict: null }));
      const isWritten = this.#entries.write(RESULTS_KEY, { results, removed, cleared: this.#cleared });
      return this.#entries.write(OLD_RESULTS_KEY, results) && isWritten;
    });
  }
}
