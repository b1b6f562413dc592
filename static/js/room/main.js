// The room page: wires the socket, the state and the components together.

import { render } from "preact";

import { giveSeeds } from "../fairness/seed.js";
import { watchAbsence } from "../game/away.js";
import { listenToKeys } from "../game/keyboard.js";
import { Table } from "../game/table.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import { Banner, browserOffline, retryBy } from "./banner.js";
import { BotDialog } from "./bot-picker.js";
import { markChatRead } from "./chat.js";
import { speakThrough } from "./commands.js";
import { Help } from "./help-dialog.js";
import { reconnectBy, sitAsWished } from "./join.js";
import { receive } from "./messages.js";
import { link, room, roomRev, view } from "./state.js";
import { watchAttention } from "./tab-title.js";
import { RoomBar } from "./toolbar.js";
import { Lobby } from "./waiting.js";

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
