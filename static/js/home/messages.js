// Puts the lobby's messages into signals, and opens the room when a table is ready.

import { batch } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { answered, sync } from "../net/commands.js";
import { roomAddress } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { remember, remembered } from "../net/tab-store.js";
import { announce } from "../ui/live-region.js";
import { challengeChanges } from "./challenge-updates.js";
import { stopSearch } from "./commands.js";
import { readLobby, takeUpdate } from "./rows.js";
import { settingsFacts } from "./settings.js";
import * as state from "./state.js";

const TABLE = "paired table";
const SEARCH = "searching"; // whether this tab has seen its player search

/** Open the room of my table, in every tab: once, since a player who comes back here wants to be here. */
function goTo(code) {
  if (state.found.value || remembered(TABLE) === code) return;
  stopSearch();
  state.found.value = code;
  remember(TABLE, code);
  remember(SEARCH, "");
  announce(gettext("Your table is ready"));
  location.assign(roomAddress(code));
}

/** A tab that has not searched stays where it is: the page links to the table. */
function takeTicket(given) {
  const before = state.ticket.value;
  const ticket = given?.room && !before && !remembered(SEARCH) ? null : given;
  state.ticket.value = ticket;
  if (ticket && !ticket.room) remember(SEARCH, "yes");
  if (!ticket) remember(SEARCH, "");
  if (ticket?.room) goTo(ticket.room);
  else if (ticket && !before) announce(gettext("Looking for players…"));
  else if (ticket?.offer_company && !before.offer_company) {
    announce(gettext("Nobody yet"));
  }
}

function takeChallenges(challenges) {
  const news = challengeChanges(state.challenges.value, challenges, state.you.value.player);
  state.challenges.value = challenges;
  for (const { from, ...settings } of news.asked) {
    const facts = [gettext(settings.variant.name), ...settingsFacts(settings)].join(", ");
    announce(interpolate(gettext("Challenge from %(name)s: %(facts)s."), { name: from.name, facts }));
  }
  for (const { to } of news.declined) {
    announce(interpolate(gettext("%(name)s declined your challenge."), { name: to.name }));
  }
  if (news.room) goTo(news.room);
}

const HANDLERS = {
  welcome(message) {
    setServerTime(message.time);
    state.you.value = message.you;
    state.lobby.value = readLobby(message);
    takeTicket(message.ticket);
    takeChallenges(message.challenges);
    // Both follow, if there are any.
    state.invitations.value = [];
    state.fellows.value = new Map();
  },

  snapshot(message) {
    if (message.seq >= state.lobby.value.seq) state.lobby.value = readLobby(message);
  },

  lobby(message) {
    const { lobby, gap } = takeUpdate(state.lobby.value, message);
    state.lobby.value = lobby;
    if (gap) sync();
  },

  ticket({ ticket }) {
    takeTicket(ticket);
  },

  challenges({ challenges }) {
    takeChallenges(challenges);
  },

  invitations({ invitations }) {
    const known = state.invitations.value.map(({ room }) => room);
    state.invitations.value = invitations;
    for (const { room, from } of invitations) {
      if (!known.includes(room)) announce(interpolate(gettext("%(name)s invites you to a table"), { name: from.name }));
    }
  },

  fellows({ whole, set, gone }) {
    const here = new Map(whole ? [] : state.fellows.value);
    for (const player of gone) here.delete(player);
    for (const fellow of set) here.set(fellow.player, fellow);
    state.fellows.value = here;
  },

  paired({ room }) {
    goTo(room);
  },

  ack({ id }) {
    answered(id);
  },

  error({ id, message }) {
    answered(id, message);
  },
};

/** Handle one message. */
export function receiveLobby(message) {
  // Ignore unknown types: a newer server may send them.
  batch(() => HANDLERS[message.type]?.(message));
}
