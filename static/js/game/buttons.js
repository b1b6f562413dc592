// The two large buttons under the dice: score the chosen box, and roll.

import { Revealing } from "../fairness/revealing.js";
import { mayAct, mayRoll, roll, score } from "../room/commands.js";
import { actingSeat, chosen, held, isRevealing, mySeat, myTurn, pending, sheet, view } from "../room/state.js";
import { boxName, listed } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { AwayPanel, awayState } from "./away.js";

function rollLabel({ turn, may_roll: mayRollAgain }) {
  if (turn.roll === 0) return "Roll the dice";
  if (!mayRollAgain) return "No rolls left";
  const free = sheet.value.dice - held.value.length;
  if (free === 0) return "All dice held";
  return held.value.length === 0 ? "Roll all again" : `Roll ${free} again`;
}

/** Return the label of the score button. */
export function scoreLabel(option) {
  if (!option) return "Pick a box";
  return `Score ${option.points} in ${boxName(sheet.value, option)}`;
}

function ScoreButton() {
  const option = pending.value?.option ?? chosen.value;
  return html`
    <button
      type="button"
      class="button large write"
      disabled=${!chosen.value || !mayAct()}
      onClick=${() => score(chosen.value)}
    >
      <span>${scoreLabel(option)}</span>
    </button>
  `;
}

/** Return a text that says whose turns come before mine. */
function waitingWords() {
  const { seats } = view.value;
  const others = [];
  for (let at = actingSeat.value; at !== mySeat.value; at = (at + 1) % seats.length) {
    if (!seats[at].out) others.push(seats[at].name);
  }
  return others.length === 1 ? "You are next" : `You play after ${listed(others)}`;
}

export function Actions() {
  if (isRevealing.value) return html`<${Revealing} />`;
  if (awayState.value !== null) return html`<${AwayPanel} />`;
  if (mySeat.value === null) return html`<p class="actions">You are watching</p>`;
  if (view.value.seats[mySeat.value].out) return html`<p class="actions">You resigned and are watching</p>`;
  if (!myTurn.value) return html`<p class="actions">${waitingWords()}</p>`;
  const seat = view.value.seats[mySeat.value];
  const { rolls } = sheet.value;
  return html`
    <div class="actions">
      <${ScoreButton} />
      <button type="button" class="button large roll" disabled=${!mayRoll()} onClick=${roll}>
        <span>${rollLabel(seat)}</span>
        ${seat.may_roll && html`<small>${rolls - seat.turn.roll} of ${rolls} left</small>`}
      </button>
    </div>
  `;
}
