// Hints: the best choice, on request, only on the player's own turn and in unrated games. The best choice replaces the
// status line, so that nothing moves. The next best ones are shown on demand.

import { computed, signal } from "@preact/signals";

import { positionsOf } from "../../dice/holds.js";
import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { announce } from "../../ui/live-region.js";
import { askHint, hasNoHints, mayHint } from "../moves/commands.js";
import { atRest } from "../state/dice-motion.js";
import { coach, held, hint, moment, mySeat, myTurn, sheet, view } from "../state/state.js";
import { extras } from "./extras-loader.js";

/** The moment for which the next best choices are open, or "". */
const openAt = signal("");

/** The hint for the dice now on the table, or null. */
const current = computed(() => {
  const last = hint.value;
  return last && last.moment === moment.value && myTurn.value && atRest.value ? last : null;
});

const best = computed(() => current.value?.options[0] ?? null);

/** The positions of the dice that the hint keeps. */
export const hintedDice = computed(() => {
  if (!best.value?.keep) return [];
  return positionsOf(best.value.keep, view.value.seats[mySeat.value].turn.dice, held.value) ?? [];
});

/** The box {column, category} that the hint fills, or null. */
export const hintedBox = computed(() => best.value?.box ?? null);

function words() {
  return extras.code.value.hintWords(current.value, sheet.value, view.value.seats[mySeat.value].card.total);
}

/** Store and announce the server's answer {game, turn, roll, exact, options}; ignore a late one. Load its words before. */
export async function receiveHint(answer) {
  const { hintWords } = await extras.load();
  const seat = view.value?.seats[view.value.acting[0]];
  if (!seat || answer.game !== view.value.game) return;
  if (answer.turn !== seat.turn.number || answer.roll !== seat.turn.roll) return;
  hint.value = { ...answer, moment: moment.value };
  if (!coach.value) announce(hintWords(answer, sheet.value, view.value.seats[mySeat.value].card.total).best);
}

/** Close the list of the next best choices; return whether it was open. */
export function closeHint() {
  const wasOpen = isOpen();
  openAt.value = "";
  return wasOpen;
}

function isOpen() {
  return current.value !== null && openAt.value === moment.value;
}

function toggle() {
  openAt.value = isOpen() ? "" : moment.value;
}

export function HintButton() {
  if (!myTurn.value || hasNoHints()) return null;
  if (current.value) {
    return html`
      <button type="button" class="hint-button" aria-expanded=${isOpen()} aria-controls="hint-more" onClick=${toggle}>
        ${gettext("More")}
      </button>
    `;
  }
  return html`
    <button
      type="button"
      class="hint-button"
      aria-disabled=${mayHint() ? undefined : "true"}
      aria-keyshortcuts="h"
      onClick=${askHint}
    >
      ${gettext("Hint")}
    </button>
  `;
}

/** The best choice in one line; null without a hint. */
export function HintLine() {
  if (!current.value) return null;
  return html`<span class="hint-best">${words().best}</span>`;
}

/** The best choice and the next ones, above everything else. */
export function HintMore() {
  const shown = isOpen();
  const { best: first, others } = shown ? words() : { best: "", others: [] };
  return html`
    <div class="hint-more" id="hint-more" hidden=${!shown}>
      <p class="hint-best">${first}</p>
      <ul class="hint-others">${others.map((other) => html`<li>${other}</li>`)}</ul>
    </div>
  `;
}
