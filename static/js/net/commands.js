// Sends commands on the page's connection and awaits their answers. The server answers each with an ack or an error.

import { gettext } from "../language/language.js";

const ANSWER_MS = 8_000;

let connection = null;
const waiting = new Map(); // id of a command -> function that takes its answer

/** Set the connection that commands are sent on. */
export function setConnection(open) {
  connection = open;
}

/** Send a command. Resolves to null when it is done, or to an error message, also if no answer comes. */
export function ask(command) {
  return new Promise((resolve) => {
    const id = connection.send(command);
    const timer = setTimeout(() => {
      connection.withdraw(id); // done later, it would surprise
      answered(id, gettext("No connection to the server."));
    }, ANSWER_MS);
    waiting.set(id, (refusal) => {
      clearTimeout(timer);
      resolve(refusal);
    });
  });
}

/** Send a command whose answer nobody awaits. */
export function cast(command) {
  connection.cast(command);
}

/** Pass on the answer to the command with this id. */
export function answered(id, refusal = null) {
  waiting.get(id)?.(refusal);
  waiting.delete(id);
}

/** Ask for everything that the page shows. */
export function sync() {
  cast({ type: "sync" });
}

/** Connect again with a new session. Commands wait in the outbox. */
export function restart() {
  connection.restart();
}
