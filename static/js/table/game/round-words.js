// How far a round is, in words, in `mode: rounds`.

import { gettext, interpolate, listed, ngettext } from "../../language/language.js";
import { named } from "../../ui/typed.js";
import { isShown, shownRound } from "../state/round-state.js";
import { mySeat, view } from "../state/state.js";

const MAX_NAMED = 3;

/** The seats that still play this round. */
function stillPlaying(game) {
  return game.seats.filter((seat) => !seat.out && !game.done.includes(seat.seat));
}

/** Return the number of seats that are done, as words. */
function progressWords(game) {
  const all = game.seats.filter((seat) => !seat.out).length;
  const done = all - stillPlaying(game).length;
  return interpolate(ngettext("%(done)s of %(all)s is done", "%(done)s of %(all)s are done", done), { done, all });
}

/** Return what I am waiting for, in words. */
export function waitingForWords() {
  const others = stillPlaying(view.value).filter((seat) => seat.seat !== mySeat.value);
  if (others.length > MAX_NAMED || others.length === 0) return progressWords(view.value);
  return interpolate(gettext("Waiting for %(names)s"), { names: listed(others.map((seat) => named(seat.name))) });
}

/** Whether a round has been revealed. Before the first reveal there is nothing to show. */
export function isReveal() {
  return view.value.revealed.length > 0;
}

/** The title above the dice. */
export function roundTitle() {
  return interpolate(gettext("Round %(round)s of %(rounds)s"), { round: shownRound.value, rounds: view.value.rounds });
}

/** The line below the title while I do not play. */
export function roundStatus() {
  return isShown.value ? "" : progressWords(view.value);
}
