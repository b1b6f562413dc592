// The line of chat that I write: it stays in its field until the server has taken it.

import { signal } from "@preact/signals";

const EMPTY = { text: "", sent: null, why: "" };

export const draft = signal(EMPTY); // {text, sent: {id, text} or null, why: why the server refused it}
export const refusedTyped = signal(null); // {text}: a line that I typed in text mode, and the server refused

let typed = null; // {id, text}: one that it has not answered

/** Change the text in the field. */
export function write(text) {
  draft.value = { ...draft.value, text, why: "" };
}

/** Note that the text in the field was sent with this id. */
export function noteSent(id) {
  draft.value = { ...draft.value, sent: { id, text: draft.value.text }, why: "" };
}

/** Note that a line typed in text mode was sent with this id. */
export function noteTyped(id, text) {
  typed = { id, text };
  refusedTyped.value = null;
}

/** The server answered the command with this id; return whether the field shows it. `why`: why it refused it, or "". */
export function lineAnswered(id, why) {
  if (typed?.id === id) {
    if (why) refusedTyped.value = { text: typed.text };
    typed = null;
  }
  const { text, sent } = draft.value;
  if (sent?.id !== id) return false;
  draft.value = why || text !== sent.text ? { text, sent: null, why } : EMPTY;
  return true;
}
