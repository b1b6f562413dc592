// Puts the tournament's messages into signals, and opens the room when my table is ready.

import { batch } from "@preact/signals";

import { gettext } from "../language/language.js";
import { answered, sync } from "../net/commands.js";
import { roomAddress } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { learnAvatars } from "../ui/avatar.js";
import { announce } from "../ui/live-region.js";
import { readTournament, takeUpdate } from "./standings.js";
import * as state from "./state.js";

function goTo(code) {
  if (state.opening.value) return;
  state.opening.value = code;
  announce(gettext("Your table is ready"));
  location.assign(roomAddress(code));
}

/** Take my part. Open my table at once if it is new to this page, or if its game has not begun. */
function takeMe(me, isNews) {
  const before = state.me.value;
  state.me.value = me;
  if (me?.room && me.room !== before?.room && (isNews || me.begins)) goTo(me.room);
}

function take(tournament) {
  learnAvatars(tournament.rows);
  state.tournament.value = tournament;
}

const HANDLERS = {
  welcome(message) {
    setServerTime(message.time);
    state.you.value = message.you;
    take(readTournament(message));
    takeMe(message.me, false);
  },

  snapshot(message) {
    if (message.seq >= state.tournament.value.seq) take(readTournament(message));
  },

  standings(message) {
    const { tournament, gap } = takeUpdate(state.tournament.value, message);
    take(tournament);
    if (gap) sync();
  },

  me({ me }) {
    takeMe(me, true);
  },

  ack({ id }) {
    answered(id);
  },

  error({ id, message }) {
    answered(id, message);
  },
};

/** Handle one message. */
export function receiveTournament(message) {
  // Ignore unknown types: a newer server may send them.
  batch(() => HANDLERS[message.type]?.(message));
}
