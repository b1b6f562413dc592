// What a screen reader is told of the game: turns, rolls, scores.

import { standInName } from "../ui/bots.js";
import { sentence } from "../ui/event-text.js";
import { announce } from "../ui/live-region.js";
import { actingSeat, mySeat, myTurn, sheet, view } from "./state.js";

/** Return the name to speak of a seat: "You" for my own. */
export function seatName(seat) {
  return seat === mySeat.value ? "You" : (view.value?.seats[seat]?.name ?? "Somebody");
}

function turnSentence() {
  if (actingSeat.value === null) return "";
  return myTurn.value ? "Your turn." : `${seatName(actingSeat.value)} is next.`;
}

/** Tell the events of one update in one breath. */
export function announceEvents(events) {
  const context = { name: seatName, sheet: sheet.value, standIn: standInName(view.value) };
  const sentences = events.map((event) => `${sentence(event, context)}.`);
  const passes = events.some((event) => event.type === "box.scored" || event.type === "game.started");
  announce([...sentences, passes ? turnSentence() : ""].join(" ").trim());
}
