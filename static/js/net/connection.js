// The one socket of a page (a room's or the lobby's): connects, pings, reconnects, and resends what
// was not answered. It knows nothing of the game, and no DOM.

import { backoff } from "./backoff.js";
import { Outbox } from "./outbox.js";

const PING_MS = 10_000;
const PONG_MS = 8_000;
const STEADY_MS = 5_000; // a connection that lives this long was a good one: count failures anew
const BUSY_MS = 400;
const FINAL_CODES = new Set([4403, 4404]); // forbidden, no such room: trying again is no use
const TRY_AGAIN = new Set(["busy", "rate_limited"]);

export class Connection {
  #url;
  #handlers;
  #outbox;
  #socket = null;
  #asked = false; // closed by us, for good
  #attempt = 0;
  #leastWait = 0; // what a restarting server asked for
  #timers = new Map();

  /**
   * `handlers`: message(object, command) for each frame but pong, with the command that an ack or
   * error answers; status(object) at each change, one of
   * {state: "connecting" | "online"}, {state: "waiting", until: ms}, {state: "gone", code};
   * position() returns what a ping tells the server ({game, seq, rev}, or {seq});
   * time(serverMs) at each pong.
   */
  constructor(url, handlers, outbox = new Outbox()) {
    this.#url = url;
    this.#handlers = handlers;
    this.#outbox = outbox;
  }

  open() {
    this.#asked = false;
    this.#connect();
  }

  close() {
    this.#asked = true;
    this.#drop();
  }

  /** Connect anew at once, as when the session has changed. */
  restart() {
    this.#attempt = 0;
    this.#connect();
  }

  /** Send a command until it is answered; return its id. */
  send(command) {
    const numbered = this.#outbox.add(command);
    this.#transmit(numbered);
    return numbered.id;
  }

  /** Send a message that may be lost; it is dropped while there is no connection. */
  cast(message) {
    this.#transmit(message);
  }

  /** The network or the page came back: find out at once whether the socket still lives. */
  wake() {
    if (this.#asked) return;
    if (this.#isOpen()) this.#ping();
    else if (this.#timers.has("retry")) this.restart();
  }

  #connect() {
    this.#drop();
    this.#handlers.status({ state: "connecting" });
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code);
    this.#after("answer", PONG_MS, () => this.#closed(0)); // no welcome: a dead network
  }

  // A dead socket's close may take minutes: it is let go, not waited for.
  #drop() {
    for (const name of [...this.#timers.keys()]) this.#cancel(name);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #closed(code) {
    this.#drop();
    if (this.#asked) return;
    if (FINAL_CODES.has(code)) {
      this.#handlers.status({ state: "gone", code });
      return;
    }
    const wait = Math.max(backoff(this.#attempt), this.#leastWait);
    this.#attempt += 1;
    this.#leastWait = 0;
    this.#handlers.status({ state: "waiting", until: Date.now() + wait });
    this.#after("retry", wait, () => this.#connect());
  }

  #received(socket, text) {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text);
    this.#cancel("answer"); // any frame proves that the line is alive
    if (message.type === "welcome") this.#welcomed();
    if (message.type === "bye") this.#leastWait = Math.random() * (message.retry ?? 0);
    if (message.type === "error" && this.#triesAgain(message)) return;
    if (message.type === "pong") this.#handlers.time(message.time);
    else this.#handlers.message(message, this.#outbox.answered(message.id));
  }

  #welcomed() {
    this.#handlers.status({ state: "online" });
    this.#after("steady", STEADY_MS, () => {
      this.#attempt = 0;
    });
    this.#after("ping", PING_MS, () => this.#ping());
    this.#resend(() => true);
  }

  #resend(which) {
    for (const command of this.#outbox.unanswered().filter(which)) this.#transmit(command);
  }

  #triesAgain({ id, code }) {
    if (!TRY_AGAIN.has(code)) return false;
    // A frame that was refused unread is answered without an id.
    setTimeout(() => this.#resend((command) => !id || command.id === id), BUSY_MS);
    return true;
  }

  #ping() {
    this.#transmit({ type: "ping", ...this.#handlers.position() });
    this.#after("answer", PONG_MS, () => this.#closed(0));
    this.#after("ping", PING_MS, () => this.#ping());
  }

  #transmit(message) {
    if (this.#isOpen()) this.#socket.send(JSON.stringify(message));
  }

  #isOpen() {
    return this.#socket?.readyState === 1;
  }

  #after(name, ms, act) {
    this.#cancel(name);
    const timer = setTimeout(() => {
      this.#timers.delete(name);
      act();
    }, ms);
    this.#timers.set(name, timer);
  }

  #cancel(name) {
    clearTimeout(this.#timers.get(name));
    this.#timers.delete(name);
  }
}
