// The two big buttons under the dice: write the chosen box, and roll.

import { mayAct, mayRoll, roll, score } from "../room/commands.js";
import { actingSeat, chosen, held, mySeat, myTurn, pending, sheet, view } from "../room/state.js";
import { boxName, listed } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Absence, absence } from "./away.js";

function rollLabel({ turn, may_roll: mayStill }) {
  if (turn.roll === 0) return "Roll the dice";
  if (!mayStill) return "No rolls left";
  if (held.value.length === 5) return "All held";
  return held.value.length === 0 ? "Roll all again" : `Roll ${5 - held.value.length} again`;
}

/** Return the words of the score button: what will be written, or what to do. */
export function scoreLabel(option) {
  if (!option) return "Pick a box";
  const name = boxName(sheet.value, option);
  return option.points + option.bonus === 0 ? `Cross out ${name}` : `Score ${option.points} in ${name}`;
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

/** Say how far away my turn is. */
function waitingWords() {
  const { seats } = view.value;
  const others = [];
  for (let at = actingSeat.value; at !== mySeat.value; at = (at + 1) % seats.length) {
    if (!seats[at].out) others.push(seats[at].name);
  }
  return others.length === 1 ? "You are next" : `You come after ${listed(others)}`;
}

export function Actions() {
  if (absence.value !== null) return html`<${Absence} />`;
  if (mySeat.value === null) return html`<p class="actions">You are watching</p>`;
  if (view.value.seats[mySeat.value].out) return html`<p class="actions">You have resigned, and are watching</p>`;
  if (!myTurn.value) return html`<p class="actions">${waitingWords()}</p>`;
  const seat = view.value.seats[mySeat.value];
  return html`
    <div class="actions">
      <${ScoreButton} />
      <button type="button" class="button large roll" disabled=${!mayRoll()} onClick=${roll}>
        <span>${rollLabel(seat)}</span>
        ${seat.may_roll && html`<small>${3 - seat.turn.roll} of 3 left</small>`}
      </button>
    </div>
  `;
}
