// Announcements for screen readers: turns, rolls, scores.

import { effect } from "@preact/signals";

import { gettext, interpolate } from "../../language/language.js";
import { standInName } from "../../ui/bots.js";
import { sentence, you } from "../../ui/event-text.js";
import { announce } from "../../ui/live-region.js";
import { named } from "../../ui/typed.js";
import { lastTurn } from "../state/last-turn.js";
import { isMyMove, isRounds, isShown } from "../state/round-state.js";
import { actingSeat, coach, myTurn, ownSeat, sharesDevice, sheet, view } from "../state/state.js";

const PASSING = new Set(["box.scored", "game.started", "seed.revealed", "round.revealed"]); // after these a turn may begin

/** Return the name of a seat's player; "You" for my own seat. */
export function seatName(seat) {
  return seat === ownSeat.value ? you() : (view.value?.seats[seat]?.name ?? gettext("Someone"));
}

/** Return the same among elements. */
export function namedSeat(seat) {
  return seat === ownSeat.value ? you() : named(seatName(seat));
}

/** Return what the last turn of a game is about. `missing`: as from `lastTurn`. */
export function lastTurnWords({ missing }) {
  return missing === null ? gettext("Last turn") : interpolate(gettext("Last turn: %(points)s to win"), { points: missing });
}

const yourTurn = () => `${gettext("Your turn")}.`;

function turnSentence() {
  if (actingSeat.value === null) return "";
  // When the round begins, `announceRounds` says so.
  if (isRounds.value && !isMyMove.value) return "";
  const next = myTurn.value && !sharesDevice.value ? yourTurn() : interpolate(gettext("%(name)s is next."), { name: seatName(actingSeat.value) });
  const last = lastTurn(view.value);
  return last ? `${next} ${lastTurnWords(last)}.` : next;
}

/** Announce the events of one update together. */
export function announceEvents(events) {
  const context = { name: seatName, sheet: sheet.value, standIn: standInName(view.value) };
  // A reveal has all events of a round. Announce only the boxes.
  const isReveal = events.some((event) => event.type === "round.revealed");
  // Alone, this event only lets the next round begin earlier, because all tables are done.
  if (events.every((event) => event.type === "round.revealed")) return;
  const skipped = isReveal ? ["seed.revealed", "dice.rolled"] : ["seed.revealed"];
  if (coach.value) skipped.push("hint.given"); // the coach says what it is
  const told = events.filter((event) => !skipped.includes(event.type)).map((event) => sentence(event, context));
  const sentences = told.filter(Boolean).map((words) => `${words}.`);
  const passes = events.some((event) => PASSING.has(event.type));
  const words = [...sentences, passes ? turnSentence() : ""].join(" ").trim();
  if (words) announce(words);
}

/** Announce my turn when the round begins for which I waited. */
export function announceRounds() {
  let before = false;
  effect(() => {
    if (before && !isShown.value && isMyMove.peek()) announce(yourTurn());
    before = isShown.value;
  });
}
