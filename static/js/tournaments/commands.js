// Commands to the tournament. The server answers each with an ack or an error.

import { signInAsGuest } from "../net/guest.js";
import { you } from "./state.js";

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

/** Ask for the whole tournament. */
export function sync() {
  connection.cast({ type: "sync" });
}

/** Take part, after signing in as a guest called `name` if needed. Resolves to null or an error message. */
export async function join(name) {
  if (you.value.player === null) {
    const wrong = await signInAsGuest(name);
    if (wrong !== null) return wrong;
    connection.restart(); // with the new session; the command waits in the outbox
  }
  return ask({ type: "join" });
}
