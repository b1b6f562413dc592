// What each seat of a room contributes to the dice of the next game, in words. Pure.

import { gettext } from "../language/language.js";

const STATES = {
  sealed: gettext("sealed"),
  known: gettext("known to the server"),
  bot: gettext("bot, no seed of its own"),
  missing: gettext("no seed yet"),
};

/** Return {state, words} of a taken seat: "sealed", "known" (a seed in the open), "bot" or "missing". */
export function seatSeal({ bot, seal, seed }) {
  const state = bot ? "bot" : seed ? "known" : seal ? "sealed" : "missing";
  return { state, words: STATES[state] };
}

/** Return whether no person at the table has given a seed, so that the dice come from the server alone. */
export function isServerAlone(seats) {
  const taken = seats.filter((seat) => seat.player !== null);
  return taken.length > 0 && taken.every((seat) => ["bot", "missing"].includes(seatSeal(seat).state));
}

/** Return the names of players whose seal or connection a start waits for. `here`: ids of connected players. */
export function startWaitsFor(seats, here) {
  const people = seats.filter((seat) => seat.player !== null && !seat.bot);
  return {
    unsealed: people.filter(({ seal, known }) => !seal && known === false).map((seat) => seat.name),
    away: people.filter(({ player }) => !here.includes(player)).map((seat) => seat.name),
  };
}
