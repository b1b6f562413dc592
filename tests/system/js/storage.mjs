// A local storage for tests.

export class FakeStorage {
  entries = new Map();
  limit = Infinity; // characters

  get length() {
    return this.entries.size;
  }

  key(at) {
    return [...this.entries.keys()][at] ?? null;
  }

  getItem(key) {
    return this.entries.get(key) ?? null;
  }

  setItem(key, value) {
    const others = [...this.entries].filter(([each]) => each !== key);
    const size = others.reduce((sum, [name, text]) => sum + name.length + text.length, key.length + value.length);
    if (size > this.limit) throw new Error("QuotaExceededError");
    this.entries.set(key, value);
  }

  removeItem(key) {
    this.entries.delete(key);
  }
}
