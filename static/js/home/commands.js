// Commands to the lobby. The server answers each with an ack or an error.

import { signInAsGuest } from "../net/guest.js";
import { ticket, you } from "./state.js";

let connection = null;
const waiting = new Map(); // id of a command -> function that takes its answer

/** Set the connection that commands are sent on. */
export function setConnection(open) {
  connection = open;
}

/** Send a command. Resolves to null when it is done, or to an error message. */
export function ask(command) {
  return new Promise((resolve) => {
    waiting.set(connection.send(command), resolve);
  });
}

/** Pass on the answer to the command with this id. */
export function answered(id, refusal = null) {
  waiting.get(id)?.(refusal);
  waiting.delete(id);
}

/** Ask for the whole lobby. */
export function sync() {
  connection.cast({ type: "sync" });
}

/** End my search for players, if there is one. */
export function stopSearch() {
  if (ticket.value && !ticket.value.room) connection.cast({ type: "cancel" });
}

/** Sign in as a guest if needed. Resolves to null, or to an error message about `name`. */
export async function ensureName(name) {
  if (you.value.player !== null) return null;
  const wrong = await signInAsGuest(name.trim());
  if (wrong === null) connection.restart(); // with the new session; commands wait in the outbox
  return wrong;
}
