// The value of every choice in a position, best first.

import { useState } from "preact/hooks";

import { gettext, interpolate, parts, pgettext } from "../../language/language.js";
import { capitalize, choiceWords, lossWord, pointsWord } from "../../ui/choice-text.js";
import { Choice } from "../../ui/choice.js";
import { html } from "../../ui/html.js";

const FIRST_SHOWN = 12;
const KINDS = [
  { id: "all", name: gettext("All"), fits: () => true },
  { id: "keeps", name: gettext("Keep"), fits: (option) => option.keep !== null },
  { id: "boxes", name: gettext("Score"), fits: (option) => option.box !== null },
];

/** Return the best choice of `values` (from /api/v1/positions) as a sentence; "" for a full card. */
export function bestWords(values, sheet) {
  if (values.options.length === 0) return "";
  const words = values.exact
    ? gettext("Best: %(choice)s. Expected final score: %(points)s.")
    : gettext("Best: %(choice)s. Expected final score: about %(points)s.");
  return interpolate(words, { choice: choiceWords(values.options[0], sheet), points: pointsWord(values.total + values.value) });
}

function Rows({ values, sheet, kind, all }) {
  const options = values.options.filter(kind.fits);
  return html`
    ${options.slice(0, all ? undefined : FIRST_SHOWN).map(
      (option) => html`
        <tr class=${option.loss < 0.005 ? "best" : ""}>
          <th scope="row"><${Choice} choice=${option} sheet=${sheet} /></th>
          <td class="number">${pointsWord(values.total + option.value)}</td>
          <td class="number">${lossWord(option.loss)}</td>
        </tr>
      `,
    )}
  `;
}

export function BoardValues({ values, sheet }) {
  const [chosen, choose] = useState("all");
  const [all, setAll] = useState(false);
  if (values.options.length === 0) return html`<p>${interpolate(gettext("The card is full: %(total)s points."), { total: values.total })}</p>`;
  const kinds = KINDS.filter(({ fits }) => values.options.some(fits));
  const kind = kinds.find(({ id }) => id === chosen) ?? kinds[0];
  const count = values.options.filter(kind.fits).length;
  return html`
    <p class="board-best">${capitalize(choiceWords(values.options[0], sheet))}</p>
    <p class="muted">
      ${parts(
        values.exact
          ? gettext("Expected final score %(score)s: %(total)s on the card, %(rest)s expected from here.")
          : gettext("Expected final score about %(score)s: %(total)s on the card, %(rest)s expected from here."),
        {
          score: html`<b class="number">${pointsWord(values.total + values.value)}</b>`,
          total: values.total,
          rest: pointsWord(values.value),
        },
      )}
    </p>
    ${kinds.length > 2 &&
    html`
      <fieldset class="segmented board-kinds">
        <legend class="visually-hidden">${gettext("Which choices")}</legend>
        ${kinds.map(
          ({ id, name }) => html`
            <label><input type="radio" name="kind" value=${id} checked=${id === kind.id} onChange=${() => choose(id)} /><span>${name}</span></label>
          `,
        )}
      </fieldset>
    `}
    <table class="table compact worth-table">
      <caption class="visually-hidden">${gettext("Choices, best first")}</caption>
      <thead><tr><th scope="col">${pgettext("decision", "Choice")}</th><th scope="col" class="number">${gettext("Final score")}</th><th scope="col" class="number">${gettext("Loss")}</th></tr></thead>
      <tbody><${Rows} values=${values} sheet=${sheet} kind=${kind} all=${all} /></tbody>
    </table>
    ${count > FIRST_SHOWN &&
    html`<button type="button" class="button small secondary" aria-expanded=${all} onClick=${() => setAll(!all)}>${all ? gettext("Show fewer") : interpolate(gettext("Show all %(count)s choices"), { count })}</button>`}
  `;
}
