// The scorecard of the analysis board: each box is open or has points.

import { gettext, interpolate } from "../../language/language.js";
import { html } from "../../ui/html.js";

const MAX_BONUSES = 12;

function Box({ name, points, possible, set }) {
  const change = (event) => set(event.target.value === "" ? null : Number(event.target.value));
  return html`
    <select aria-label=${name} class=${points === null ? "box-open" : "box-filled"} onChange=${change}>
      <option value="" selected=${points === null}>${gettext("open")}</option>
      ${possible.map((each) => html`<option value=${each} selected=${each === points}>${each}</option>`)}
    </select>
  `;
}

/** Selects for the number of bonus Yahtzees in each column. */
function Bonuses({ columns, bonuses, set }) {
  const counts = Array.from({ length: MAX_BONUSES + 1 }, (_, count) => count);
  return html`
    <tr>
      <th scope="row">${gettext("Bonus Yahtzees")}</th>
      ${bonuses.map((bonus, column) => html`
        <td>
          <select aria-label=${columns.length > 1 ? interpolate(gettext("Bonus Yahtzees ×%(column)s"), { column: columns[column] }) : gettext("Bonus Yahtzees")} onChange=${(event) => set(column, Number(event.target.value))}>
            ${counts.map((count) => html`<option value=${count} selected=${count === bonus}>${count}</option>`)}
          </select>
        </td>
      `)}
    </tr>
  `;
}

/** `kind`: a variant from the page's data; `position`: see position.js; `change(parts)` updates it. */
export function BoardCard({ kind, position, withBonuses, change }) {
  const { sections, columns } = kind.sheet;
  const order = sections.flatMap(({ categories }) => categories);
  const setBox = (column, row, points) =>
    change({ columns: position.columns.map((boxes, at) => (at === column ? boxes.map((old, each) => (each === row ? points : old)) : boxes)) });
  const setBonus = (column, count) => change({ bonuses: position.bonuses.map((old, at) => (at === column ? count : old)) });
  return html`
    <table class="board-card">
      <caption class="visually-hidden">${gettext("Card: points of each box, or open")}</caption>
      ${columns.length > 1 && html`<thead><tr><td></td>${columns.map((times) => html`<th scope="col">×${times}</th>`)}</tr></thead>`}
      <tbody>
        ${order.map(
          ({ id, name, hint }, row) => html`
            <tr>
              <th scope="row" title=${gettext(hint)}>${gettext(name)}</th>
              ${columns.map(
                (times, column) => html`
                  <td>
                    <${Box}
                      key=${`${kind.id}/${id}/${column}`}
                      name=${columns.length > 1 ? `${gettext(name)} ×${times}` : gettext(name)}
                      points=${position.columns[column][row]}
                      possible=${kind.points[id]}
                      set=${(points) => setBox(column, row, points)}
                    />
                  </td>
                `,
              )}
            </tr>
          `,
        )}
        ${withBonuses && html`<${Bonuses} columns=${columns} bonuses=${position.bonuses} set=${setBonus} />`}
      </tbody>
    </table>
  `;
}
