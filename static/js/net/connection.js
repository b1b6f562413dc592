// The WebSocket of a page (a room's or the lobby's): connects, pings, reconnects, and resends
// commands that the server has not answered. It knows nothing about the game and uses no DOM.

import { backoff } from "./backoff.js";
import { Outbox } from "./outbox.js";

const PING_MS = 10_000;
const QUIET_PINGS = 3; // after this many pings in a row with no news,
const QUIET_PING_MS = 20_000; // a patient page waits this long before the next
const PONG_MS = 8_000;
const STEADY_MS = 5_000; // after this long the connection counts as stable: reset the retry count
const BUSY_MS = 400;
const FINAL_CODES = new Set([4403, 4404]); // forbidden, no such room: do not retry
const TELL_MS = 5_500; // after this long without a first connection, people are told why
const CHECK_MS = 3_000; // how long the site may take to answer at all
const OWN_CODES = 4000; // the server's own codes are higher: they prove that its words arrive
const TRY_AGAIN = new Set(["busy", "rate_limited"]);

/** Return why there is no connection: see `status` below. */
async function troubleOf() {
  if (globalThis.navigator?.onLine === false) return "offline";
  try {
    const late = new Promise((_, fail) => setTimeout(fail, CHECK_MS));
    const answer = await Promise.race([fetch("/healthz", { cache: "no-store" }), late]);
    return answer.ok ? "blocked" : "away";
  } catch {
    return "away";
  }
}

export class Connection {
  #url;
  #handlers;
  #outbox;
  #socket = null;
  #closedByUs = false;
  #attempt = 0;
  #pings = 0; // since the server last said anything else than pong
  #leastWait = 0; // ms; a restarting server asks for it
  #timers = new Map();
  #reached = false; // the server has answered on a socket of this page
  #status = null;
  #trouble = null;
  #doubt = 0; // the timer of the question why there is no connection
  #droppable = new Set(); // ids of commands that are not sent again after the server refused them as too many

  /**
   * `handlers`:
   * message(object, command): a frame other than pong, and the command that an ack or error answers;
   * status(object): {state: "connecting" | "online"}, {state: "waiting", until: ms} or
   * {state: "gone", code}; `until` by performance.now(). With `trouble`, once a page has had no connection for some seconds:
   * "offline", "away" (the site does not answer) or "blocked" (it does, but the network lets no WebSocket pass);
   * position(): returns what a ping and a new connection report to the server, {game, seq, rev} or {seq};
   * time(serverMs): the server's time, from each pong;
   * patient: whether to ping only after ten seconds without a word from the server, and less often when it stays quiet,
   * instead of every ten seconds.
   */
  constructor(url, handlers, outbox = new Outbox()) {
    this.#url = url;
    this.#handlers = handlers;
    this.#outbox = outbox;
  }

  open() {
    this.#closedByUs = false;
    this.#connect();
    if (!this.#reached) this.#doubt = setTimeout(() => this.#explain(), TELL_MS);
  }

  close() {
    this.#closedByUs = true;
    clearTimeout(this.#doubt);
    this.#drop();
  }

  /** Reconnect now, for example because the session has changed. */
  restart() {
    this.#attempt = 0;
    this.#connect();
  }

  /**
   * Send a command, again after each reconnect until it is answered, and return its id. `droppable`: if the server
   * refuses it as too many, tell the player instead of sending it later.
   */
  send(command, { droppable = false } = {}) {
    const numbered = this.#outbox.add(command);
    if (droppable) this.#droppable.add(numbered.id);
    // After a silence, find out whether the line is dead; first, because the server does one command at a time.
    if (this.#pings > 0 && this.#isOpen()) this.#ping();
    this.#transmit(numbered);
    return numbered.id;
  }

  /** Do not send this command again. */
  withdraw(id) {
    this.#outbox.answered(id);
  }

  /** Send a message that may be lost: it is dropped while there is no connection. */
  cast(message) {
    this.#transmit(message);
  }

  /** The network or the page came back: check at once whether the socket still works. */
  wake() {
    if (this.#closedByUs) return;
    if (this.#isOpen()) this.#ping();
    else if (this.#timers.has("retry")) this.restart();
  }

  #connect() {
    this.#drop();
    this.#tell({ state: "connecting" });
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code);
    this.#after("answer", PONG_MS, () => this.#closed(0)); // no welcome: the network is dead
  }

  /** The address, with what the page has seen: the next server may not know of it yet. */
  #address() {
    const { game, seq } = this.#handlers.position();
    if (!game) return this.#url;
    const address = new URL(this.#url);
    address.searchParams.set("seen", `${game}.${seq}`);
    return address.href;
  }

  // Do not wait for the close: closing a dead socket may take minutes.
  #drop() {
    for (const name of [...this.#timers.keys()]) this.#cancel(name);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #closed(code) {
    this.#drop();
    if (this.#closedByUs) return;
    if (code >= OWN_CODES) this.#noteReached();
    if (FINAL_CODES.has(code)) {
      this.#tell({ state: "gone", code });
      return;
    }
    const wait = Math.max(backoff(this.#attempt), this.#leastWait);
    this.#attempt += 1;
    this.#leastWait = 0;
    this.#tell({ state: "waiting", until: performance.now() + wait });
    this.#after("retry", wait, () => this.#connect());
    if (this.#trouble) this.#explain();
  }

  #tell(status) {
    this.#status = status;
    this.#handlers.status(this.#trouble ? { ...status, trouble: this.#trouble } : status);
  }

  #noteReached() {
    this.#reached = true;
    this.#trouble = null;
    clearTimeout(this.#doubt);
  }

  /** Find out, and tell, why this page has had no connection yet. */
  async #explain() {
    const trouble = await troubleOf();
    if (this.#reached || this.#closedByUs) return;
    this.#trouble = trouble;
    this.#tell(this.#status);
  }

  #received(socket, text) {
    if (socket !== this.#socket) return;
    const message = JSON.parse(text);
    this.#noteReached();
    this.#cancel("answer"); // any frame proves that the connection works
    if (message.type !== "pong") this.#pings = 0;
    if (this.#handlers.patient && this.#timers.has("ping")) this.#pingLater();
    if (message.type === "welcome") this.#welcomed();
    if (message.type === "bye") this.#leastWait = Math.random() * (message.retry ?? 0);
    if (message.type === "error" && this.#willRetry(message)) return;
    if (message.type === "pong") this.#handlers.time(message.time);
    else this.#answered(message);
  }

  #answered(message) {
    this.#droppable.delete(message.id);
    this.#handlers.message(message, this.#outbox.answered(message.id));
  }

  #welcomed() {
    this.#tell({ state: "online" });
    this.#after("steady", STEADY_MS, () => {
      this.#attempt = 0;
    });
    this.#pingLater();
    this.#resend(() => true);
  }

  #resend(which) {
    for (const command of this.#outbox.unanswered().filter(which)) this.#transmit(command);
  }

  #willRetry({ id, code }) {
    if (!TRY_AGAIN.has(code)) return false;
    if (code === "rate_limited" && this.#droppable.has(id)) return false;
    // Without an id, the server refused a frame without reading it: resend everything.
    setTimeout(() => this.#resend((command) => !id || command.id === id), BUSY_MS);
    return true;
  }

  #ping() {
    this.#pings += 1;
    this.#transmit({ type: "ping", ...this.#handlers.position() });
    this.#after("answer", PONG_MS, () => this.#closed(0));
    this.#pingLater();
  }

  #pingLater() {
    const isQuiet = this.#handlers.patient && this.#pings >= QUIET_PINGS;
    this.#after("ping", isQuiet ? QUIET_PING_MS : PING_MS, () => this.#ping());
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
