// What a screen reader is told: turns, rolls, scores. One polite live region for the page.

import { signal } from "@preact/signals";

import { html } from "./html.js";
import { actingSeat, mySeat, myTurn, sheet, view } from "./state.js";
import { sentence } from "./words.js";

const spoken = signal("");

/** Say `text` politely; saying the same again is said again. */
export function announce(text) {
  // A region whose text does not change is not read: a no-break space makes the difference.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

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
  const context = { name: seatName, sheet: sheet.value };
  const sentences = events.map((event) => `${sentence(event, context)}.`);
  const passes = events.some((event) => event.type === "box.scored" || event.type === "game.started");
  announce([...sentences, passes ? turnSentence() : ""].join(" ").trim());
}

export function Announcer() {
  return html`<p class="visually-hidden" role="status" aria-live="polite">${spoken}</p>`;
}
