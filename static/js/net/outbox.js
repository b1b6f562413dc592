// Commands that the server has not answered yet. They are sent again with the same id after each
// reconnect. The server executes a command once, however often it arrives.

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  #waiting = new Map();
  #prefix;
  #count = 0;

  /** `prefix` makes the ids of this page differ from those of the player's other pages. */
  constructor(prefix = randomId()) {
    this.#prefix = prefix;
  }

  /** Give `command` an id, remember it, and return it. */
  add(command) {
    this.#count += 1;
    const numbered = { ...command, id: `${this.#prefix}-${this.#count}` };
    this.#waiting.set(numbered.id, numbered);
    return numbered;
  }

  /** Remove an answered command and return it; undefined if the id is unknown. */
  answered(id) {
    const command = this.#waiting.get(id);
    this.#waiting.delete(id);
    return command;
  }

  /** Return all unanswered commands, oldest first. */
  unanswered() {
    return [...this.#waiting.values()];
  }
}
