// Puts the server's messages into signals.

import { batch } from "@preact/signals";

import { gettext, interpolate, isolate, listed } from "../language/language.js";
import { page } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { NOTHING } from "../scorecard/choice.js";
import { clockWords } from "../ui/clock-text.js";
import { learnAvatars } from "../ui/avatar.js";
import { noteGuests, setAmongFriends } from "../ui/guest-mark.js";
import { announce } from "../ui/live-region.js";
import { announceEvents } from "./log/announcements.js";
import { sync } from "./moves/commands.js";
import { claimSeal, sealAnswered } from "./seeds/sealing.js";
import { land, stop, whenAtRest } from "./state/dice-motion.js";
import { lineAnswered } from "./state/draft.js";
import { gamePart, sidePart } from "./state/parts.js";
import * as state from "./state/state.js";
import { completeUpTo, mergeLog, takeDelta, takeUpdate, replaceView, withNamesOf, withOwnNames } from "./state/updates.js";

const MAX_CHAT = 200;

/** Keep the name of somebody whom I could not add, and offer a free one if it is taken. */
function refuseNewcomer({ name }, { free }) {
  state.newcomer.value = { name };
  const field = document.getElementById("local-name");
  if (free && field) import("../net/free-name.js").then(({ offerName }) => offerName(field, free));
}

/** Report that I lost my seat, unless I left it myself. */
function reportLostSeat() {
  if (!state.leaving.value) state.problem.value = { message: gettext("You no longer have a seat at this table.") };
  state.leaving.value = false;
}

/** Report that the room has a new host; `before` is the last one. */
function reportNewHost(before) {
  const { host, seats } = state.room.value;
  const seat = seats.find((each) => each.player === host);
  if (before === null || before === host || !seat) return;
  const message = state.isHost.value ? gettext("You are the host now.") : interpolate(gettext("%(name)s is the host now."), { name: seat.name });
  state.news.value = { message };
  announce(message);
}

/** What the host can change between games, in words: the game, its rules and the clock. */
function gameWords({ variant, clock }) {
  return listed([gettext(variant.name), ...variant.switches.map(({ label }) => gettext(label)), clockWords(clock)]);
}

/** Report that the host has changed the game; `before`: its words before the change. */
function reportNewGame(before) {
  const words = gameWords(state.room.value);
  if (before === null || before === words) return;
  const message = interpolate(gettext("The next game: %(words)s."), { words });
  state.news.value = { message };
  announce(message);
}

function takeRoom(rev, room) {
  if (rev < state.roomRev.value) return;
  const sat = state.myRoomSeat.value !== null;
  const hostBefore = state.room.value?.host ?? null;
  state.roomRev.value = rev;
  const gameBefore = state.room.value === null ? null : gameWords(state.room.value);
  // Only the welcome has the sheet, and the news that the host has changed the game.
  state.room.value = { ...room, seats: withOwnNames(room.seats), sheet: room.sheet ?? state.sheet.value };
  learnAvatars(room.seats);
  noteGuests(room.seats);
  setAmongFriends(!room.public && !room.talk && !room.tournament);
  state.view.value = withNamesOf(state.room.value, state.view.value);
  if (room.game === null && state.view.value && state.view.value.status !== "playing") show({ view: null, log: [] });
  // Somebody has used the link: the seat may come back, the link does not.
  if (!state.myRoomSeats.value.some(({ seat }) => seat === state.offered.value?.seat)) state.offered.value = null;
  reportNewGame(gameBefore);
  if (sat && state.myRoomSeat.value === null) reportLostSeat();
  reportNewHost(hostBefore);
}

function show({ view, log }) {
  state.view.value = withNamesOf(state.room.value, view);
  state.log.value = log;
}

function known() {
  return { view: state.view.value, log: state.log.value };
}

/** Return all events of the game with this code; none if the request fails. */
async function fetchEvents(code) {
  try {
    const answer = await fetch(page.history.replace("CODE", code));
    return answer.ok ? (await answer.json()).events : [];
  } catch {
    return []; // offline: the next welcome asks again
  }
}

/** Show the dice that the acting player marks; mine are still marked after a reload. */
function takeSelection(selection) {
  state.selection.value = selection;
  if (!selection || selection.seat !== state.mySeat.value) return;
  const moment = state.moment.value;
  if (state.picks.value?.moment !== moment) state.picks.value = { moment, hold: selection.hold };
}

/** Return the name that this table shows of somebody who says something. */
function nameOf({ player, name }) {
  return state.room.value?.seats.find((seat) => seat.player !== null && seat.player === player)?.name ?? name;
}

/** Whether somebody needs all events: not those who watch, as long as they have not opened the log. */
function needsLog() {
  return !state.hasGame.value || state.mySeats.value.length > 0 || sidePart.code.value !== null;
}

/** Fetch the events from before I came. The game does not wait for them. */
export async function fillLog() {
  const { view, log } = known();
  if (!view || !needsLog() || completeUpTo(log) >= view.seq) return;
  const events = await fetchEvents(view.game);
  if (state.view.value?.game === view.game) state.log.value = mergeLog(state.log.value, events);
}

function clearPendingMove() {
  state.pending.value = null;
  stop();
}

/** Show the outcome of an update or a delta, and ask for events that turn out to be missing. */
function takeNews({ game }, { view, log, fresh, gap }) {
  const before = state.view.value;
  show({ view, log });
  if (gap) {
    clearPendingMove();
    sync(game, view?.game === game ? Math.min(view.seq, completeUpTo(log)) : 0);
  }
  // After a reload I may lack some of my own events of this round.
  if (view?.public > completeUpTo(log)) fillLog();
  if (fresh.length > 0) animate(fresh, before);
}

const HANDLERS = {
  welcome(message) {
    setServerTime(message.time);
    const before = state.view.value;
    state.you.value = message.you;
    state.roomRev.value = -1; // the welcome replaces everything known before
    takeRoom(message.rev, message.room);
    claimSeal();
    show(replaceView(known(), message.view));
    HANDLERS.presence(message.presence);
    state.chat.value = message.chat;
    takeSelection(message.selection);
    // The dice of an unanswered roll keep tumbling: the roll is being sent again.
    if (before?.seq !== message.view?.seq || before?.game !== message.view?.game) clearPendingMove();
    fillLog();
  },

  people(message) {
    state.roomRev.value = -1; // names may have changed at the same revision
    takeRoom(message.rev, message.room);
    HANDLERS.presence(message.presence);
    state.chat.value = message.chat;
  },

  room(message) {
    takeRoom(message.rev, message.room);
  },

  update(message) {
    takeNews(message, takeUpdate(known(), message));
  },

  delta(message) {
    takeNews(message, takeDelta(known(), message));
  },

  done({ game, done }) {
    if (game === state.view.value?.game) state.view.value = { ...state.view.value, done };
  },

  snapshot(message) {
    const before = state.view.value;
    show(replaceView(known(), message.view));
    if (before?.seq !== state.view.value?.seq) clearPendingMove();
  },

  presence({ here, away, watching, watchers = [] }) {
    state.presence.value = { here, away, watching, watchers };
  },

  selection({ game, seat, turn, hold }) {
    if (game === state.view.value?.game) state.selection.value = { seat, turn, hold };
  },

  chances({ game, seq, win }) {
    state.chances.value = { game, seq, win };
  },

  hint(message) {
    gamePart.code.value?.receiveHint(message);
  },

  "seat.offered"(message) {
    state.offered.value = message;
  },

  notice({ text }) {
    state.problem.value = { message: text };
  },

  chat({ ...message }) {
    message.name = nameOf(message);
    const others = state.chat.value.filter((each) => each.id !== message.id);
    const isNew = others.length === state.chat.value.length;
    if (isNew && message.player !== state.you.value.player) announce(`${isolate(message.name)}: ${isolate(message.text)}`);
    state.chat.value = [...others, message].slice(-MAX_CHAT);
    if (isNew) gamePart.code.value?.showLine(message);
  },

  reaction(message) {
    gamePart.code.value?.showReaction({ ...message, name: nameOf(message) });
  },

  ack({ id }, command) {
    sealAnswered(command, true);
    if (command?.type === "chat") lineAnswered(id, "");
    if (command?.type === "add_local") state.newcomer.value = { name: "" };
    // The update may come after the ack: a move stays pending until its event arrives.
    if (state.pending.value?.id === id && command?.type !== "roll" && command?.type !== "score") {
      state.pending.value = null;
    }
  },

  error(message, command) {
    sealAnswered(command, false);
    if (command?.type === "add_local") refuseNewcomer(command, message);
    // The reason is at the field of a line that was refused there.
    if (command?.type === "chat" && lineAnswered(message.id, message.message)) return;
    if (command?.type === "sit" && message.code === "forbidden") state.isUnwelcome.value = true;
    if (command && state.pending.value?.id === message.id) clearPendingMove();
    if (message.code === "stale") return sync(state.view.value?.game, completeUpTo(state.log.value));
    if (command?.type !== "sync") state.problem.value = { message: message.message };
  },
};

function isOnTable({ seat, data }) {
  const { turn } = state.view.value.seats[seat];
  return turn.number === data.turn && turn.roll === data.roll && turn.dice !== null;
}

/** Animate events that have just happened; `before` is the view that was shown until then. */
function animate(events, before) {
  // In rounds the others' dice come with the reveal, when they have left the table.
  const onTable = state.view.value?.mode === "rounds" ? events.filter((event) => event.seat === state.mySeat.value) : events;
  const rolled = onTable.findLast((event) => event.type === "dice.rolled");
  if (events.some((event) => state.mySeats.value.includes(event.seat) || event.type.startsWith("game."))) {
    state.pending.value = null;
  }
  if (onTable.some((event) => event.type === "dice.rolled" || event.type === "box.scored")) {
    state.selection.value = null;
    state.choice.value = NOTHING;
  }
  // When the clock has played a turn, its dice and its box come together: they lie on the table no more.
  if (rolled && isOnTable(rolled)) land(rolled.data.hold);
  else if (rolled) stop();
  whenAtRest(() => announceEvents(events));
  gamePart.code.value?.celebrate(events, before, state.view.value);
}

/** Handle one message; `command` is the command that it answers, if any. */
export function receive(message, command) {
  // Ignore unknown types: a newer server may send them.
  batch(() => HANDLERS[message.type]?.(message, command));
}
