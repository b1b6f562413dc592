// Reads and writes JSON on this device. Pure, but for the storage.

/** `storage()` returns a Storage; it may be forbidden or full. */
export class Entries {
  #storage;

  constructor(storage) {
    this.#storage = storage;
  }

  text(key) {
    try {
      return this.#storage().getItem(key);
    } catch {
      return null; // storage is forbidden
    }
  }

  read(key) {
    try {
      return JSON.parse(this.text(key));
    } catch {
      return null; // another page wrote it
    }
  }

  /** Store a value, or nothing for null. Return whether it worked. */
  write(key, value) {
    const text = value === null ? null : JSON.stringify(value);
    if (this.text(key) === text) return true;
    try {
      const itsStorage = this.#storage();
      if (text === null) itsStorage.removeItem(key);
      else itsStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }
}
