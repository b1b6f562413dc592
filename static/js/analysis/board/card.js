// The scorecard of the analysis board. A tap on a box opens a choice of what can be in it.

import { useState } from "preact/hooks";

import { gettext, pair } from "../../language/language.js";
import { boxHint } from "../../ui/box-hint.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { MiniDie } from "../../ui/icon.js";

const COUNTS = Array.from({ length: 13 }, (_, count) => count); // of bonus Yahtzees

/** The points that a box can have. `box`: {name, points, possible, set}; `set` takes null for an open box. */
function Picker({ box: { name, points, possible, set }, onClose }) {
  const pick = (event, value) => {
    set(value);
    event.currentTarget.closest("dialog").close(); // returns the focus to the box
  };
  return html`
    <${Dialog} title=${name} onClose=${onClose} name="points-dialog">
      <div class="points-choices">
        ${possible.map((each) => html`<button type="button" class="button secondary" aria-pressed=${each === points} onClick=${(event) => pick(event, each)}>${each ?? gettext("open")}</button>`)}
      </div>
    <//>
  `;
}

function Box({ box, open }) {
  const { name, points } = box;
  return html`
    <button type="button" class=${points === null ? "board-box" : "board-box filled"} aria-haspopup="dialog" aria-label=${pair(name, points ?? gettext("open"))} onClick=${() => open(box)}>
      ${points ?? ""}
    </button>
  `;
}

function Row({ name, hint, face = 0, columns, boxOf, open }) {
  return html`
    <tr>
      <th scope="row" class="category" title=${hint}>${face > 0 && html`<${MiniDie} face=${face} />`}<span>${name}</span></th>
      ${columns.map((times, column) => {
        const box = boxOf(column);
        return html`<td class="seat-column mine shown"><${Box} box=${{ ...box, name: columns.length > 1 ? `${name} ×${times}` : name }} open=${open} /></td>`;
      })}
    </tr>
  `;
}

function Head({ title, columns }) {
  return html`
    <thead>
      <tr>
        <th scope="col" class="category">${title}</th>
        ${columns.map((times) => html`<th scope="col" class="seat-column mine shown">${columns.length > 1 ? `×${times}` : html`<span class="visually-hidden">${gettext("Points")}</span>`}</th>`)}
      </tr>
    </thead>
  `;
}

/** `kind`: a variant from the page's data; `position`: see position.js; `total`: of the card; `change(parts)` updates the position. */
export function BoardCard({ kind, position, total, withBonuses, change }) {
  const [opened, open] = useState(null);
  const { sections, columns } = kind.sheet;
  const order = sections.flatMap(({ categories }) => categories);
  const setBox = (column, row, points) =>
    change({ columns: position.columns.map((boxes, at) => (at === column ? boxes.map((old, each) => (each === row ? points : old)) : boxes)) });
  const boxOf = (category) => (column) => {
    const row = order.indexOf(category);
    return { points: position.columns[column][row], possible: [null, ...kind.points[category.id]], set: (points) => setBox(column, row, points) };
  };
  const bonusOf = (column) => ({
    points: position.bonuses[column],
    possible: COUNTS,
    set: (count) => change({ bonuses: position.bonuses.map((old, at) => (at === column ? count : old)) }),
  });
  return html`
    <div class=${columns.length > 1 ? "scorecard columned board-card" : "scorecard board-card"} style=${{ "--columns": columns.length }}>
      <div class="sections">
        ${sections.map(
          (section, index) => html`
            <table class="score-table">
              <${Head} title=${gettext(section.name)} columns=${columns} />
              <tbody>
                ${section.categories.map(
                  (category, at) =>
                    html`<${Row} key=${`${kind.id}/${category.id}`} name=${gettext(category.name)} hint=${boxHint(category.hint)} face=${section.id === "upper" ? at + 1 : 0} columns=${columns} boxOf=${boxOf(category)} open=${open} />`,
                )}
                ${index === sections.length - 1 && withBonuses && html`<${Row} name=${gettext("Bonus Yahtzees")} columns=${columns} boxOf=${bonusOf} open=${open} />`}
              </tbody>
              ${index === sections.length - 1 && html`<tfoot><tr class="total"><th scope="row" class="category"><span>${gettext("Total")}</span></th><td class="seat-column mine shown" colspan=${columns.length}>${total ?? ""}</td></tr></tfoot>`}
            </table>
          `,
        )}
      </div>
    </div>
    ${opened && html`<${Picker} key=${opened.name} box=${opened} onClose=${() => open(null)} />`}
  `;
}
