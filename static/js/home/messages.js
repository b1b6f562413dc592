// Messages of the lobby into signals; the way to the table when there is one.

import { batch } from "@preact/signals";

import { roomAddress } from "../net/page-data.js";
import { setServerTime } from "../net/server-time.js";
import { announce } from "../ui/live-region.js";
import { challengeNews } from "./challenge-updates.js";
import { answered, stopSearch, sync } from "./commands.js";
import { takeTruth, takeUpdate } from "./rows.js";
import { wishFacts } from "./settings.js";
import * as state from "./state.js";

/** My table is ready: go there, in every tab. */
function goTo(code) {
  if (state.found.value) return;
  stopSearch();
  state.found.value = code;
  announce("Found. Your table is ready.");
  location.assign(roomAddress(code));
}

function takeTicket(ticket) {
  const before = state.ticket.value;
  state.ticket.value = ticket;
  if (ticket?.room) goTo(ticket.room);
  else if (ticket && !before) announce("Looking for players.");
  else if (ticket?.offer_company && !before.offer_company) {
    announce("Nobody yet. You can play with the house’s own players instead.");
  }
}

function takeChallenges(challenges) {
  const news = challengeNews(state.challenges.value, challenges, state.you.value.player);
  state.challenges.value = challenges;
  for (const { from, ...wish } of news.asked) {
    announce(`Challenge from ${from.name}: ${[wish.variant.name, ...wishFacts(wish)].join(", ")}.`);
  }
  for (const { to } of news.declined) announce(`${to.name} does not want to play just now.`);
  if (news.room) goTo(news.room);
}

const HANDLERS = {
  welcome(message) {
    setServerTime(message.time);
    state.you.value = message.you;
    state.lobby.value = takeTruth(message);
    takeTicket(message.ticket);
    takeChallenges(message.challenges);
  },

  snapshot(message) {
    if (message.seq >= state.lobby.value.seq) state.lobby.value = takeTruth(message);
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

/** Take one message. */
export function receiveLobby(message) {
  // An unknown type is a newer server's: additions are silent.
  batch(() => HANDLERS[message.type]?.(message));
}
