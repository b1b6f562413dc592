// Hints: the best choice, on request. Only on the player's own turn, only in unrated games.

import { askHint, mayHint } from "../room/commands.js";
import { hint, moment, mySeat, myTurn, room, sheet, view } from "../room/state.js";
import { html } from "../ui/html.js";
import { announce } from "../ui/live-region.js";
import { atRest } from "./dice-motion.js";
import { hintWords, spokenHint } from "./hint-text.js";

/** Return the hint for the dice now on the table, or null. */
function current() {
  const last = hint.value;
  return last && last.moment === moment.value && myTurn.value && atRest.value ? last : null;
}

function myTotal() {
  return view.value.seats[mySeat.value].card.total;
}

/** Store and announce the server's answer {game, turn, roll, exact, options}; ignore a late one. */
export function receiveHint(answer) {
  const seat = view.value?.seats[view.value.acting[0]];
  if (!seat || answer.game !== view.value.game) return;
  if (answer.turn !== seat.turn.number || answer.roll !== seat.turn.roll) return;
  hint.value = { ...answer, moment: moment.value };
  announce(spokenHint(answer, sheet.value, myTotal()));
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
  const shown = current();
  if (!shown) return null;
  const { best, others } = hintWords(shown, sheet.value, myTotal());
  return html`
    <p class="hint-line">
      <span class="hint-best">${best}</span>${" "}
      ${others.map((other) => html`<span class="hint-other">${other}</span>${" "}`)}
    </p>
  `;
}
