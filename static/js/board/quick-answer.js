// The best score for any dice: with this roll alone, and with two more rolls.

import { useState } from "preact/hooks";

import { useApi } from "../net/use-api.js";
import { pointsWord } from "../ui/choice-text.js";
import { Choice } from "../ui/choice.js";
import { boxName } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { DiceField } from "./dice-field.js";

function Answer({ worth, sheet }) {
  const { best, boxes, turn } = worth;
  const stays = turn.keep.length === sheet.dice;
  return html`
    <p>
      This roll scores most in <b>${boxName(sheet, best)}</b>: <b class="number">${best.points}</b> points.
    </p>
    <p>
      With two more rolls, ${stays ? "stop here" : html`<${Choice} choice=${{ keep: turn.keep, box: null }} sheet=${sheet} />`}:
      ${stays ? " nothing is better." : html` <b class="number">${pointsWord(turn.expected)}</b> points expected.`}
    </p>
    <details class="numbers">
      <summary>This roll in every box</summary>
      <table class="table compact">
        <thead><tr><th scope="col">Box</th><th scope="col" class="number">Points</th></tr></thead>
        <tbody>
          ${boxes.map((box) => html`<tr><th scope="row">${boxName(sheet, box)}</th><td class="number">${box.points}</td></tr>`)}
        </tbody>
      </table>
    </details>
  `;
}

/** `kind`: a variant; `address`: the API's, with the placeholders VARIANT and DICE. */
export function QuickAnswer({ kind, address }) {
  const [dice, setDice] = useState([2, 3, 4, 4, 5]);
  const { answer, error } = useApi(address.replace("VARIANT", kind.id).replace("DICE", dice.join("")));
  const worth = answer?.variant === kind.id ? answer : null;
  const sheet = { ...kind.sheet, columns: [1] }; // points before a column's multiplier
  return html`
    <section class="panel quick" aria-labelledby="quick-title">
      <h2 class="panel-title" id="quick-title">Any five dice</h2>
      <p class="muted">What this roll is worth on an empty ${kind.name} card, now and with two more rolls.</p>
      <${DiceField} id="quick-dice" label="Your roll" dice=${dice} sheet=${sheet} change=${setDice} />
      <div role="status" class="stack tight">
        ${error && html`<p class="notice error">${error}</p>`}${worth && html`<${Answer} worth=${worth} sheet=${sheet} />`}
      </div>
    </section>
  `;
}
