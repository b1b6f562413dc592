// The room page: wires the socket, the state and the components together.

import { render } from "preact";

import { watchAbsence } from "./absent.js";
import { watchAttention } from "./attention.js";
import { Banner, browserOffline, retryBy } from "./banner.js";
import { markChatRead } from "./chat.js";
import { BotDialog } from "./company.js";
import { Connection } from "./connection.js";
import { Help } from "./help.js";
import { html } from "./html.js";
import { reconnectBy, sitAsWished } from "./join.js";
import { listenToKeys } from "./keyboard.js";
import { LiveRegion } from "./live-region.js";
import { Lobby } from "./lobby.js";
import { speakThrough } from "./moves.js";
import { page } from "./page.js";
import { receive } from "./receive.js";
import { RoomBar } from "./room-bar.js";
import { giveSeeds } from "./seed.js";
import { setServerTime } from "./server-time.js";
import { link, room, roomRev, view } from "./state.js";
import { Table } from "./table.js";

function position() {
  const seen = view.value ? { game: view.value.game, seq: view.value.seq } : {};
  return { ...seen, rev: Math.max(0, roomRev.value) };
}

function connect() {
  const url = new URL(page.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  let greeted = false;
  return new Connection(url.href, {
    message(message, command) {
      receive(message, command);
      if (message.type === "welcome" && !greeted) {
        greeted = true;
        markChatRead();
        sitAsWished();
      }
    },
    status(status) {
      link.value = status;
    },
    position,
    time: setServerTime,
  });
}

function followTheNetwork(connection) {
  const wake = () => {
    browserOffline.value = !navigator.onLine;
    connection.wake();
  };
  addEventListener("online", wake);
  addEventListener("offline", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
}

function Room() {
  if (!room.value) return html`<${Banner} /><p class="opening">Opening the table…</p>`;
  return html`
    <${RoomBar} />
    <${Banner} />
    ${view.value ? html`<${Table} />` : html`<${Lobby} />`}
    <${Help} />
    <${BotDialog} />
    <${LiveRegion} />
  `;
}

const connection = connect();
speakThrough(connection);
reconnectBy(() => connection.restart());
retryBy(() => connection.restart());
render(html`<${Room} />`, document.getElementById("room"));
watchAttention();
watchAbsence();
giveSeeds();
listenToKeys();
followTheNetwork(connection);
connection.open();
