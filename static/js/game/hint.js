// What is best, for who asks: only on his turn, only in games that are not rated.

import { askHint, mayHint } from "../room/commands.js";
import { hint, moment, myTurn, room, sheet, view } from "../room/state.js";
import { html } from "../ui/html.js";
import { announce } from "../ui/live-region.js";
import { atRest } from "./dice-motion.js";
import { hintWords, spokenHint } from "./hint-text.js";

/** The hint for the dice that lie there now, or null. */
function current() {
  const told = hint.value;
  return told && told.moment === moment.value && myTurn.value && atRest.value ? told : null;
}

/** Take the server's answer {game, turn, roll, exact, options}; it is forgotten with the moment. */
export function takeHint(answer) {
  const seat = view.value?.seats[view.value.acting[0]];
  if (!seat || answer.game !== view.value.game) return;
  if (answer.turn !== seat.turn.number || answer.roll !== seat.turn.roll) return;
  hint.value = { ...answer, moment: moment.value };
  announce(spokenHint(answer, sheet.value));
}

export function HintButton() {
  if (!myTurn.value || room.value.rated) return null;
  return html`
    <button
      type="button"
      class="hint-button"
      disabled=${!mayHint() || current() !== null}
      aria-keyshortcuts="h"
      onClick=${askHint}
    >
      Hint
    </button>
  `;
}

export function HintLine() {
  const told = current();
  if (!told) return null;
  const { best, others } = hintWords(told, sheet.value);
  return html`
    <p class="hint-line">
      <span class="hint-best">${best}</span>${" "}
      ${others.map((other) => html`<span class="hint-other">${other}</span>${" "}`)}
    </p>
  `;
}
