// The buttons under the dice: score the chosen box, and roll.

import { gettext, interpolate } from "../../language/language.js";
import { RollButton, ScoreButton } from "../../scorecard/turn-parts.js";
import { rollWords, scoreWords } from "../../scorecard/turn-words.js";
import { html } from "../../ui/html.js";
import { Cheer, mayReact, Pictures } from "../chat/reactions.js";
import { mayAct, mayRoll, roll } from "../moves/commands.js";
import { dropChoice, scoreChosen } from "../moves/scoring.js";
import { JoinNext } from "../people/next-seat.js";
import { Revealing } from "../seeds/revealing.js";
import { needsPassing } from "../state/passing.js";
import { isRounds, isShown } from "../state/round-state.js";
import { actingSeat, cheer, choice, chosen, held, isRevealing, mySeat, mySeats, myTurn, pending, rollsOf, sheet, view } from "../state/state.js";
import { AwayPanel, awayState } from "./away.js";
import { PassOn } from "./pass-on.js";
import { waitingForWords } from "./round-words.js";
import { UndoBar } from "./undo-bar.js";

/** The button that scores the chosen box. */
function Score({ option }) {
  return html`<${ScoreButton} sheet=${sheet.value} option=${option} enabled=${chosen.value && mayAct()} onClick=${scoreChosen} />`;
}

function Roll({ seat: { turn } }) {
  const all = rollsOf(turn);
  const words = rollWords(sheet.value.dice, held.value.length, turn.roll === 0);
  // Nobody wants to lose five alike by habit.
  const isDone = turn.dice?.every((face) => face === turn.dice[0]);
  return html`<${RollButton} words=${words} left=${all - turn.roll} all=${all} enabled=${mayRoll()} quiet=${isDone} onClick=${roll} />`;
}

/** Return a text that says when it is my turn. */
function waitingWords() {
  const { seats } = view.value;
  let before = 0;
  for (let at = actingSeat.value; !mySeats.value.includes(at); at = (at + 1) % seats.length) before += seats[at].out ? 0 : 1;
  return before === 1 ? gettext("You’re next") : interpolate(gettext("%(count)s turns until yours"), { count: before });
}

/** Shown between my box and the next round. */
function RoundActions() {
  if (!isShown.value) return html`<div class="actions waiting-turn"><p>${waitingForWords()}</p></div>`;
  return html`<div class="actions waiting-turn">${mayReact() ? html`<${Pictures} />` : html`<p></p>`}</div>`;
}

function MyButtons() {
  const seat = view.value.seats[mySeat.value];
  const { option, until } = choice.value;
  if (until !== null) return html`<${UndoBar} words=${scoreWords(sheet.value, option)} until=${until} onUndo=${dropChoice} />`;
  const picked = pending.value?.option ?? option;
  return html`
    <div class=${picked && seat.may_roll ? "actions" : "actions single"}>
      ${picked && html`<${Score} option=${picked} />`}
      ${seat.may_roll && html`<${Roll} seat=${seat} />`}
    </div>
  `;
}

/** Shown while others play: when I am next, and reactions within reach of the thumb. */
function NotMyTurn() {
  return html`
    <div class="actions waiting-turn">
      ${mayReact() && cheer.value ? html`<${Cheer} />` : html`<p>${waitingWords()}</p>`}
      ${mayReact() && html`<${Pictures} />`}
    </div>
  `;
}

export function Actions() {
  if (isRevealing.value) return html`<${Revealing} />`;
  if (awayState.value !== null) return html`<${AwayPanel} />`;
  if (mySeat.value === null) return html`<${JoinNext} />`;
  if (view.value.seats[mySeat.value].out) return html`<p class="actions">${gettext("You resigned and are watching")}</p>`;
  if (isShown.value || (isRounds.value && !myTurn.value)) return html`<${RoundActions} />`;
  if (!myTurn.value) return html`<${NotMyTurn} />`;
  if (needsPassing.value) return html`<${PassOn} />`;
  return html`<${MyButtons} />`;
}
