// Commands that the server has not answered yet. Sent again, under the same id, after each
// reconnect: the server does a command once however often it arrives.

function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  #waiting = new Map();
  #prefix;
  #count = 0;

  /** `prefix` sets this page apart from the player's other pages; a test may give its own. */
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

  /** Forget a command that was answered; return it, or undefined if it is not one of ours. */
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
