// The best score for any dice: with this roll alone, and with two more rolls.

import { useState } from "preact/hooks";

import { gettext, interpolate, parts } from "../../language/language.js";
import { pointsWord } from "../../ui/choice-text.js";
import { Choice } from "../../ui/choice.js";
import { boxName } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { DiceField } from "./dice-field.js";
import { useApi } from "./use-api.js";

function Answer({ worth, sheet }) {
  const { best, boxes, turn } = worth;
  const stays = turn.keep.length === sheet.dice;
  return html`
    <p>
      ${parts(gettext("This roll scores most in %(box)s: %(points)s points."), {
        box: html`<b>${boxName(sheet, best)}</b>`,
        points: html`<b class="number">${best.points}</b>`,
      })}
    </p>
    <p>
      ${
        stays
          ? gettext("With two more rolls, stop here: nothing is better.")
          : parts(gettext("With two more rolls, %(choice)s: %(points)s points expected."), {
              choice: html`<${Choice} choice=${{ keep: turn.keep, box: null }} sheet=${sheet} />`,
              points: html`<b class="number">${pointsWord(turn.expected)}</b>`,
            })
      }
    </p>
    <details class="numbers">
      <summary>${gettext("This roll in every box")}</summary>
      <table class="table compact">
        <thead><tr><th scope="col">${gettext("Box")}</th><th scope="col" class="number">${gettext("Points")}</th></tr></thead>
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
      <h2 class="panel-title" id="quick-title">${gettext("Any five dice")}</h2>
      <p class="muted">${interpolate(gettext("What this roll is worth on an empty %(name)s card, now and with two more rolls."), { name: kind.name })}</p>
      <${DiceField} id="quick-dice" label=${gettext("Your roll")} dice=${dice} sheet=${sheet} change=${setDice} />
      <div role="status" class="stack tight">
        ${error && html`<p class="notice error">${error}</p>`}${worth && html`<${Answer} worth=${worth} sheet=${sheet} />`}
      </div>
    </section>
  `;
}
