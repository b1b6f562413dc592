// The value of every choice in a position, best first.

import { useState } from "preact/hooks";

import { gettext, interpolate, pair, pgettext } from "../../language/language.js";
import { capitalize, choiceWords, lossWord, pointsWord } from "../../ui/choice-text.js";
import { Choice } from "../../ui/choice.js";
import { html } from "../../ui/html.js";

const FIRST_SHOWN = 6;
/** Return the best choice of `values` (from /api/v1/positions) as a sentence; "" for a full card. */
export function bestWords(values, sheet) {
  if (values.options.length === 0) return "";
  return interpolate(gettext("Best: %(choice)s. Expected final score: %(points)s."), { choice: choiceWords(values.options[0], sheet), points: pointsWord(values.total + values.value) });
}

function Rows({ options, values, sheet }) {
  return options.map(
    (option) => html`
      <tr class=${option.loss < 0.005 ? "best" : ""}>
        <th scope="row"><${Choice} choice=${option} sheet=${sheet} /></th>
        <td class="number">${pointsWord(values.total + option.value)}</td>
        <td class="number">${lossWord(option.loss)}</td>
      </tr>
    `,
  );
}

/** The best choice, below the dice. */
export function BestChoice({ values, sheet }) {
  const { options } = values;
  if (options.length === 0) return html`<p class="board-best">${interpolate(gettext("The card is full: %(total)s points."), { total: values.total })}</p>`;
  return html`
    <p class="board-best">${capitalize(choiceWords(options[0], sheet))}</p>
    <p class="muted">${pair(gettext("Expected final score"), html`<b class="number">${pointsWord(values.total + values.value)}</b>`)}</p>
  `;
}

/** What every choice is worth. */
export function BoardValues({ values, sheet }) {
  const [all, setAll] = useState(false);
  const { options } = values;
  if (options.length === 0) return null;
  return html`
    <table class="table compact worth-table">
      <thead><tr><th scope="col">${pgettext("decision", "Choice")}</th><th scope="col" class="number">${gettext("Final score")}</th><th scope="col" class="number">${gettext("Loss")}</th></tr></thead>
      <tbody><${Rows} options=${all ? options : options.slice(0, FIRST_SHOWN)} values=${values} sheet=${sheet} /></tbody>
    </table>
    ${!all &&
    options.length > FIRST_SHOWN &&
    html`<button type="button" class="button small secondary" onClick=${() => setAll(true)}>${interpolate(gettext("Show all %(count)s choices"), { count: options.length })}</button>`}
  `;
}
