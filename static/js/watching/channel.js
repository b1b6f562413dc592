// The socket of a table that a page shows to people who do not play: the home page, a screen, a frame on another site.
// The page is one of the table's spectators, and has no name. It keeps no log, so it may stay open for days.

import { batch, signal } from "@preact/signals";

import { Connection } from "../net/connection.js";
import { onClockStep, setServerTime } from "../net/server-time.js";
import { replaceView, takeDelta, takeUpdate, withNamesOf, withOwnNames } from "../table/state/updates.js";

/**
 * What the table shows: {code, room, view, before, presence, selection}; null while there is none. `view` is null before
 * the first game; `before` is the view that the newest events have changed.
 */
export const table = signal(null);
/** The newest events, to animate. */
export const fresh = signal([]);
/** The state of the connection: see net/connection.js. */
export const link = signal({ state: "connecting" });

let connection = null;
let shown = null; // the code of the room that the socket is for

function show(changes) {
  table.value = { ...table.value, ...changes };
}

/** Show the outcome of an update or a delta; ask for the whole game if something is missing. */
function takeNews({ game }, { view, fresh: events, gap }) {
  if (gap) connection.cast({ type: "sync", game, seq: 0 });
  else if (events.length > 0) {
    const { room, view: before } = table.value;
    show({ view: withNamesOf(room, view), before });
    fresh.value = events;
  }
}

/** Show a room. Its names and the sheet may be new; a game that never began is gone. */
function takeRoom(room) {
  const known = table.value;
  const whole = { ...room, seats: withOwnNames(room.seats), sheet: room.sheet || known.room.sheet };
  const isGone = room.game === null && known.view && known.view.status !== "playing";
  show({ room: whole, view: isGone ? null : withNamesOf(whole, known.view) });
}

const HANDLERS = {
  welcome({ time, room, view, presence, selection }) {
    setServerTime(time);
    fresh.value = [];
    const named = { ...room, seats: withOwnNames(room.seats) };
    table.value = { code: shown, room: named, view: withNamesOf(room, view), before: null, presence, selection };
  },

  people({ room, presence }) {
    takeRoom(room);
    show({ presence });
  },

  room({ room }) {
    takeRoom(room);
  },

  update(message) {
    takeNews(message, takeUpdate({ view: table.value.view, log: [] }, message));
  },

  delta(message) {
    takeNews(message, takeDelta({ view: table.value.view, log: [] }, message));
  },

  done({ game, done }) {
    const { view } = table.value;
    if (view && view.game === game) show({ view: { ...view, done } });
  },

  snapshot({ view }) {
    fresh.value = [];
    const next = replaceView({ view: table.value.view, log: [] }, view).view;
    show({ view: withNamesOf(table.value.room, next), before: null });
  },

  presence(presence) {
    show({ presence });
  },

  selection({ game, seat, turn, hold }) {
    const { view } = table.value;
    if (view && view.game === game) show({ selection: { seat, turn, hold } });
  },
};

function receive(message) {
  if (message.type !== "welcome" && !table.value) return;
  const handle = HANDLERS[message.type];
  // Ignore unknown types: a newer server may send them.
  if (handle) batch(() => handle(message));
}

function position() {
  const view = table.value && table.value.view;
  return view ? { game: view.game, seq: view.seq } : {};
}

function takeStatus(status) {
  link.value = status;
  if (status.state === "gone") clear();
}

/** Watch the room with this code, whose socket has the address `path`; without: none. What was shown stays until the new
 *  table answers. */
export function watch(code = null, path = "") {
  if (code === shown) return;
  if (connection) connection.close();
  connection = null;
  shown = code;
  if (code === null) return;
  const url = new URL(path, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("anonymous", 1);
  connection = new Connection(url.href, {
    message: receive,
    status: takeStatus,
    position,
    time: setServerTime,
    patient: true,
  });
  connection.open();
}

/** The network or the page came back: check at once whether the connection still works. */
export function wake() {
  if (connection) connection.wake();
}

onClockStep(wake);

/** Show no table. */
export function clear() {
  watch();
  table.value = null;
}
