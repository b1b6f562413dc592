// The room page: connects the socket, the state and the components.

import { render } from "preact";

import { keepSealed } from "../fairness/sealing.js";
import { Warnings } from "../fairness/warnings.js";
import { watchAwaySeat } from "../game/away.js";
import { listenToKeys } from "../game/keyboard.js";
import { watchRolls } from "../game/roll-guard.js";
import { watchChoice } from "../game/scoring.js";
import { watchMyTurn } from "../game/seats.js";
import { Table } from "../game/table.js";
import { gettext } from "../language/language.js";
import { watchMoments } from "../moments/celebrate.js";
import { Stage } from "../moments/stage.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { SettingsDialog } from "../settings/dialog.js";
import { Captions } from "../sound/captions.js";
import { watchSound } from "../sound/cue.js";
import { watchTable } from "../sound/table-sounds.js";
import { openTextMode, TextMode } from "../text/text-mode.js";
import { keepFocus } from "../ui/focus.js";
import { html } from "../ui/html.js";
import { Banner, browserOffline, setRetry } from "./banner.js";
import { BotDialog } from "./bot-picker.js";
import { Bubbles } from "./bubbles.js";
import { markChatRead } from "./chat.js";
import { setConnection } from "./commands.js";
import { Help } from "./help-dialog.js";
import { setReconnect, sitIfRequested } from "./join.js";
import { watchWish } from "./join-next.js";
import { receive } from "./messages.js";
import { hasGame, link, room, roomRev, view } from "./state.js";
import { watchTabTitle } from "./tab-title.js";
import { Toolbar } from "./toolbar.js";
import { watchTurns } from "./turn-notice.js";
import { WaitingRoom } from "./waiting.js";

const PROTOCOL = 2; // an older process of the site ignores it, and speaks version 1

function position() {
  const seen = view.value ? { game: view.value.game, seq: view.value.seq } : {};
  return { ...seen, rev: Math.max(0, roomRev.value) };
}

function connect() {
  const url = new URL(page.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("protocol", PROTOCOL);
  let welcomed = false;
  return new Connection(url.href, {
    message(message, command) {
      receive(message, command);
      if (message.type === "welcome" && !welcomed) {
        welcomed = true;
        markChatRead();
        sitIfRequested();
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
  if (!room.value) return html`<${Banner} /><p class="opening">${gettext("Opening the table…")}</p>`;
  return html`
    <button type="button" class="skip-link" onClick=${openTextMode}>${gettext("Text mode")}</button>
    <${Toolbar} />
    <${Banner} />
    <${Warnings} />
    ${hasGame.value ? html`<${Table} />` : html`<${WaitingRoom} />`}
    <${Help} />
    <${SettingsDialog} />
    <${BotDialog} />
    <${TextMode} />
    <${Stage} />
    <${Captions} />
    <${Bubbles} />
  `;
}

/** What gets the focus when the focused element disappears; the first that is visible. */
const SUCCESSORS = [".undo-bar button", "button.roll", "button.write", ".tray", ".result", ".waiting-card", ".room-bar"];

const root = document.getElementById("room");
const connection = connect();
setConnection(connection);
setReconnect(() => connection.restart());
setRetry(() => connection.restart());
render(html`<${Room} />`, root);
keepFocus(root, SUCCESSORS);
watchTabTitle();
watchTurns();
watchAwaySeat();
watchRolls();
watchChoice();
watchWish();
watchMyTurn();
keepSealed();
listenToKeys();
watchMoments();
watchSound();
watchTable();
followTheNetwork(connection);
connection.open();
