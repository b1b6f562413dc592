// The room page: connects the socket, the state and the components.

import { computed, effect, signal, untracked } from "@preact/signals";
import { render } from "preact";

import { gettext } from "../language/language.js";
import { SettingsDialog } from "../membership/dialog.js";
import { Connection } from "../net/connection.js";
import { page } from "../net/page-data.js";
import { onClockStep, setServerTime } from "../net/server-time.js";
import { keepFocus } from "../ui/focus.js";
import { html } from "../ui/html.js";
import { withStyles } from "../ui/load-style.js";
import { whenIdle } from "../ui/when-idle.js";
import { watchVisitorLater } from "../ui/visitor-later.js";
import { Banner, browserOffline, setRetry } from "./banner.js";
import { listenToKeys } from "./keys.js";
import { fillLog, receive } from "./messages.js";
import { tellApp } from "./page-attributes.js";
import { watchAbsence, watchTabTitle, watchTurns } from "./turn-signs.js";
import { Help } from "./bar/help.js";
import { Toolbar } from "./bar/toolbar.js";
import { markChatRead } from "./chat/unread.js";
import { announceRounds } from "./log/announcements.js";
import { setConnection } from "./moves/commands.js";
import { setReconnect, sitIfRequested } from "./people/join.js";
import { OnScreen } from "./people/on-screen.js";
import { keepSealed } from "./seeds/sealing.js";
import { Warnings } from "./seeds/warnings.js";
import { gamePart, isCodeMissing, roundsPart, sidePart, waitingPart, WIDE, widePart } from "./state/parts.js";
import { hasGame, isRoundsTable, link, myRoomSeat, room, roomRev, startsAtOnce, view, you } from "./state/state.js";
import { openTextMode, TextMode, watchTextMode } from "./text/text-mode.js";

const isWide = matchMedia(WIDE);
widePart.fetch = async () => (await Promise.all([withStyles(import("./chat/fold.js"), page.wide), sidePart.load().catch(console.error)]))[0];
// A wide window shows no game before it has its style, so that nothing moves.
gamePart.fetch = async () => (await Promise.all([import("./game/page.js"), isWide.matches && widePart.load()]))[0];
roundsPart.fetch = () => withStyles(import("./game/rounds.js"), page.rounds);
sidePart.fetch = () => withStyles(import("./chat/side.js"), page.side);
waitingPart.fetch = () => import("./people/waiting-room.js");

const START_MS = 4000; // seeds and the start of a game take less
const RELOAD_MS = 10_000; // the least time between two loads, so that the page does not reload again and again

function position() {
  const seen = view.value ? { game: view.value.game, seq: view.value.seq } : {};
  return { ...seen, rev: Math.max(0, roomRev.value) };
}

function connect() {
  const url = new URL(page.socket, location.href);
  url.protocol = url.protocol.replace("http", "ws");
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
    patient: true,
  });
}

function followTheNetwork(connection) {
  const wake = () => {
    browserOffline.value = !navigator.onLine;
    connection.wake();
  };
  onClockStep(wake);
  addEventListener("online", wake);
  addEventListener("offline", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
}

/** Load what only a wide window needs: at once, while the socket connects, or when the window gets wide. */
function followTheWindow() {
  if (isWide.matches) widePart.load();
  else isWide.addEventListener("change", () => widePart.load(), { once: true });
}

const hasPatience = signal(true);
/** Whether a game starts in a moment without anybody's doing: then no waiting room flashes by. */
const startsSoon = computed(() => startsAtOnce.value && hasPatience.value);

/** Show the waiting room of a game that should have started by now. */
function followTheStart() {
  let timer = 0;
  effect(() => {
    clearTimeout(timer);
    if (startsSoon.value) timer = setTimeout(() => (hasPatience.value = false), START_MS);
  });
}

/** Load the code for what is shown. For people who may soon play, load the code of a game in advance. */
function followTheGame() {
  effect(() => {
    if (!room.value) return;
    if (isRoundsTable.value) roundsPart.load();
    if (hasGame.value || startsSoon.value) gamePart.load();
    else waitingPart.load();
    if (!myRoomSeat.value) return;
    whenIdle(() => gamePart.load());
    whenIdle(() => sidePart.load().catch(() => {})); // the next to open it tries again
  });
  effect(() => {
    if (sidePart.code.value) untracked(fillLog);
  });
  effect(() => {
    const isNeeded = hasGame.value || startsSoon.value || !waitingPart.code.value;
    if (!isCodeMissing.value || !isNeeded || link.value.state !== "online") return;
    // A newer release may have replaced the files of this page.
    setTimeout(() => location.reload(), Math.max(0, RELOAD_MS - performance.now()));
  });
}

let hasWaited = false; // whether the waiting room was shown: it stays until the code of a game is loaded

function Main() {
  const code = gamePart.code.value;
  if (hasGame.value && code && (!isRoundsTable.value || roundsPart.code.value)) return html`<${code.Table} />`;
  hasWaited = true;
  return html`<${waitingPart.code.value.WaitingRoom} />`;
}

function Room() {
  const code = gamePart.code.value;
  const isReady = code && (!isRoundsTable.value || roundsPart.code.value);
  const isLoading = hasGame.value ? !isReady && !hasWaited : startsSoon.value || !waitingPart.code.value;
  const isOpening = !room.value || isLoading;
  if (isOpening && link.value.state === "gone") return html`<${Banner} /><p class="opening"><a class="button" href=${page.home}>${gettext("Home page")}</a></p>`;
  if (isOpening) return html`<${Banner} />${link.value.trouble !== "blocked" && html`<p class="opening">${gettext("Opening the table…")}</p>`}`;
  return html`
    <button type="button" class="skip-link" onClick=${openTextMode}>${gettext("Text mode")}</button>
    <${Toolbar} />
    <${Banner} />
    <${Warnings} />
    <${Main} />
    <${Help} />
    <${SettingsDialog} />
    <${OnScreen} />
    <${TextMode} />
    ${code && html`<${code.Effects} /><${code.Bubbles} />`}
  `;
}

/** When the focused element disappears, the first of these that is visible gets the focus. */
const SUCCESSORS = [".undo-bar button", "button.roll", "button.write", ".tray", ".result", ".waiting-card", ".room-bar"];

const root = document.getElementById("room");
const connection = connect();
setConnection(connection);
setReconnect(() => connection.restart());
setRetry(() => connection.restart());
render(html`<${Room} />`, root);
keepFocus(root, SUCCESSORS);
watchTabTitle();
tellApp();
watchTurns();
watchAbsence();
announceRounds();
keepSealed();
listenToKeys();
watchTextMode();
followTheWindow();
followTheStart();
followTheGame();
followTheNetwork(connection);
watchVisitorLater(() => room.value && you.value, () => connection.restart());
connection.open();
