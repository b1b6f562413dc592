// Sends commands on the page's connection and awaits their answers. The server answers each with an ack or an error.

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
