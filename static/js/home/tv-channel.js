// The socket of the featured table: the home page is one of its spectators, while the table is on the screen.

import { batch, signal } from "@preact/signals";

import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { replaceView, takeDelta, takeUpdate, withNamesOf } from "../table/state/updates.js";

/** What the table shows: {code, room, view, watching}; null while there is none. */
export const table = signal(null);
/** The newest events, to animate. */
export const fresh = signal([]);

let connection = null;
let shown = null; // the code of the room that the socket is for

function show(changes) {
  table.value = { ...table.value, ...changes };
}

/** Show the outcome of an update or a delta; ask for the whole game if something is missing. */
function takeNews({ game }, { view, fresh: events, gap }) {
  if (gap) connection.cast({ type: "sync", game, seq: 0 });
  else if (events.length > 0) {
    show({ view: withNamesOf(table.value.room, view) });
    fresh.value = events;
  }
}

const HANDLERS = {
  welcome({ room, view, presence }) {
    fresh.value = [];
    table.value = { code: shown, room, view: withNamesOf(room, view), watching: presence.watching, selection: null };
  },

  room({ room }) {
    const { room: before, view } = table.value;
    const whole = { ...room, sheet: before.sheet };
    show({ room: whole, view: withNamesOf(whole, view) });
  },

  // The log is not shown, so it is not kept.
  update(message) {
    takeNews(message, takeUpdate({ view: table.value.view, log: [] }, message));
  },

  delta(message) {
    takeNews(message, takeDelta({ view: table.value.view, log: [] }, message));
  },

  snapshot({ view }) {
    fresh.value = [];
    show(replaceView({ view: table.value.view, log: [] }, view));
  },

  presence({ watching }) {
    show({ watching });
  },

  selection({ game, seat, turn, hold }) {
    if (game === table.value.view?.game) show({ selection: { seat, turn, hold } });
  },
};

function receive(message) {
  if (message.type !== "welcome" && !table.value) return;
  // Ignore unknown types: a newer server may send them.
  batch(() => HANDLERS[message.type]?.(message));
}

function position() {
  const view = table.value?.view;
  return view ? { game: view.game, seq: view.seq } : {};
}

/** Watch the room with this code; null: none. What was shown stays until the new table answers. */
export function watch(code) {
  if (code === shown) return;
  connection?.close();
  connection = null;
  shown = code;
  if (code === null) return;
  const url = new URL(page.roomSocket.replace("CODE", code), location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("anonymous", 1); // a visitor of the home page is no spectator by name
  connection = new Connection(url.href, {
    message: receive,
    status: ({ state }) => state === "gone" && clear(),
    position,
    time: () => {},
  });
  connection.open();
}

/** Show no table. */
export function clear() {
  watch(null);
  table.value = null;
}
