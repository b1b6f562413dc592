// What can be said to the lobby. Each command is answered: by nothing, or by why it was refused.

import { becomeGuest } from "../net/guest.js";
import { ticket, you } from "./state.js";

let connection = null;
const waiting = new Map(); // id of a command -> who waits for its answer

/** Give the commands the connection to speak through. */
export function speakThrough(given) {
  connection = given;
}

/** Send a command; resolves to null when it is done, or to the words of a refusal. */
export function ask(command) {
  return new Promise((resolve) => {
    waiting.set(connection.send(command), resolve);
  });
}

/** The command with this id was answered. */
export function answered(id, refusal = null) {
  waiting.get(id)?.(refusal);
  waiting.delete(id);
}

/** Ask for the whole lobby. */
export function sync() {
  connection.cast({ type: "sync" });
}

/** End my search, if I am looking for players: I am going elsewhere. */
export function stopSearch() {
  if (ticket.value && !ticket.value.room) connection.cast({ type: "cancel" });
}

/** Make sure that I have a name. Resolves to null, or to what is wrong with `name`. */
export async function introduce(name) {
  if (you.value.player !== null) return null;
  const wrong = await becomeGuest(name.trim());
  if (wrong === null) connection.restart(); // with the new session; commands wait for it
  return wrong;
}
