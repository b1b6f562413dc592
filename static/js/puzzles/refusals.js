// Reasons, for the live region, why a key does nothing now.

import { gettext } from "../language/language.js";
import { answer, busy, endWords, held, puzzle, sheet } from "./state.js";

function whyClosed() {
  if (puzzle.value === null) return `${endWords()}.`;
  if (answer.value !== null) return gettext("You have answered. Press N for the next puzzle.");
  return busy.value ? gettext("Wait for the answer.") : "";
}

export function whyNoRoll() {
  const no = whyClosed();
  if (no) return no;
  if (puzzle.value.rolls >= sheet.rolls) return gettext("No rolls left. Score a box.");
  return held.value.length === sheet.dice ? `${gettext("All dice held")}.` : "";
}

export function whyNoHold(position) {
  return position >= sheet.dice ? gettext("There are no such dice.") : whyNoRoll();
}

export function whyNotOn() {
  return puzzle.value === null ? `${endWords()}.` : gettext("Answer first: roll, or score a box.");
}
