// The parts of the code that a table's page loads when it needs them.

import { signal } from "@preact/signals";

/** Whether necessary code could not be loaded. A browser may remember the failure, so only a new page can try again. */
export const isCodeMissing = signal(false);

/** A module that is loaded once, when it is needed. `fetch` returns its `import()`; a module above this one sets it. */
export class Part {
  /** What the module exports, once it is loaded; until then null. */
  code = signal(null);
  fetch = null;
  #isMissing;
  #loading = null;

  /** `isMissing`: the signal that says whether it could not be loaded; null if the next `load` may try again. */
  constructor(isMissing) {
    this.#isMissing = isMissing;
  }

  /** Load the module and call its `start()`, if it has one; return a promise of what it exports. */
  load() {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load() {
    try {
      const code = await this.fetch();
      code.start?.();
      this.code.value = code;
      return code;
    } catch (error) {
      if (this.#isMissing) this.#isMissing.value = true;
      else this.#loading = null;
      throw error;
    }
  }
}

/** game/page.js: the table during a game, loaded when a game runs or may soon begin. */
export const gamePart = new Part(isCodeMissing);
/** people/waiting-room.js, which a page that opens with a running game does not load. */
export const waitingPart = new Part(isCodeMissing);
/** game/rounds.js, and how it looks: for tables in `mode: rounds`. */
export const roundsPart = new Part(isCodeMissing);
/** chat/side.js, and how it looks: chat and log, which a game can do without. */
export const sidePart = new Part(null);
/** chat/fold.js, and how the table looks in a wide window. */
export const widePart = new Part(isCodeMissing);

/** A window that has chat and log beside the table. */
export const WIDE = "(min-width: 56rem)";
