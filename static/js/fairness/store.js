// What this browser keeps about fair dice, in its local storage. A new form of the entries gets a new prefix, so that
// other versions stay as they are. Without storage, or when it is full, entries last until the page is closed.

const PREFIX = "fair1/";
const MAX_GAMES = 300;

/** Return the browser's storage, or null if it is forbidden. */
function browserStorage() {
  try {
    const storage = globalThis.localStorage;
    storage.setItem(`${PREFIX}test`, "");
    storage.removeItem(`${PREFIX}test`);
    return storage;
  } catch {
    return null;
  }
}

export class Store {
  #storage;
  #kept = new Map(); // entries that the storage did not take

  /** `storage`: as localStorage, or null. */
  constructor(storage) {
    this.#storage = storage;
  }

  /** Whether entries outlive the page. */
  get lasts() {
    return this.#storage !== null && this.#kept.size === 0;
  }

  /** Return the record of the game `code`, or null. witness.js describes it. */
  game(code) {
    return this.#read(`game/${code}`);
  }

  /** Write the record of a game. Delete the oldest records if there are too many. */
  saveGame(record) {
    const isNew = this.game(record.code) === null;
    this.#write(`game/${record.code}`, record);
    if (isNew) this.#dropOldest(MAX_GAMES, record.code);
  }

  /** Return the seed of this browser with this seal, {code, player, salt, text, seal, commitment, at}, or null. */
  seed(code, seal) {
    return this.#read(`seed/${code}/${seal}`);
  }

  /** Keep a seed of this browser. Each has a key of its own, so that two tabs never overwrite each other's. */
  addSeed(seed) {
    if (this.seed(seed.code, seed.seal) === null) this.#write(`seed/${seed.code}/${seed.seal}`, seed);
  }

  /** Return all seeds of this browser for the game `code`, oldest first. */
  seeds(code) {
    const found = this.#names(`seed/${code}/`).map((name) => this.#read(name));
    return found.filter(Boolean).sort((a, b) => a.at - b.at);
  }

  /** Return the places of the public log that this browser has seen; [] if none. heads.js describes them. */
  heads() {
    const heads = this.#read("heads");
    return Array.isArray(heads) ? heads : [];
  }

  saveHeads(heads) {
    this.#write("heads", heads);
  }

  /** Return the newest place of the log up to which this browser has checked every entry, {index, hash}, or null. */
  checkedHead() {
    return this.#read("checked-head");
  }

  saveCheckedHead({ index, hash }) {
    this.#write("checked-head", { index, hash });
  }

  #read(name) {
    try {
      const text = this.#kept.get(name) ?? this.#storage?.getItem(PREFIX + name) ?? "null";
      const value = JSON.parse(text);
      return typeof value === "object" ? value : null;
    } catch {
      return null; // damaged, or the storage was taken away
    }
  }

  #write(name, value) {
    const text = JSON.stringify(value);
    if (this.#put(name, text)) return;
    this.#dropOldest(MAX_GAMES / 2); // full
    if (!this.#put(name, text)) this.#kept.set(name, text);
  }

  #put(name, text) {
    if (this.#storage === null) return false;
    try {
      this.#storage.setItem(PREFIX + name, text);
      this.#kept.delete(name);
      return true;
    } catch {
      return false;
    }
  }

  /** Return the names of all entries that begin with `start`. */
  #names(start) {
    const keys = new Set(this.#kept.keys());
    try {
      for (let at = 0; at < (this.#storage?.length ?? 0); at += 1) {
        const key = this.#storage.key(at);
        if (key.startsWith(PREFIX)) keys.add(key.slice(PREFIX.length));
      }
    } catch {
      return [...keys].filter((name) => name.startsWith(start));
    }
    return [...keys].filter((name) => name.startsWith(start));
  }

  /** Keep the newest `count` games. Games without a seed of this browser go first, `spared` never. */
  #dropOldest(count, spared = "") {
    const names = this.#names("game/");
    if (names.length <= count) return;
    const sealed = new Set(this.#names("seed/").map((name) => name.split("/")[1]));
    const games = names.map((name) => {
      const code = name.slice("game/".length);
      return { code, own: code === spared || sealed.has(code), at: this.#read(name)?.at ?? 0 };
    });
    games.sort((a, b) => a.own - b.own || a.at - b.at);
    for (const { code } of games.slice(0, games.length - count)) this.#forget(code);
  }

  #forget(code) {
    for (const name of [`game/${code}`, ...this.#names(`seed/${code}/`)]) {
      this.#kept.delete(name);
      try {
        this.#storage?.removeItem(PREFIX + name);
      } catch {
        return;
      }
    }
  }
}

/** The store of this browser. */
export const store = new Store(browserStorage());
