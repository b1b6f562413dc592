// The scorecard of all seats: a table for each section. It draws the view and knows no rules. My column comes first; the
// others follow in seat order.

import { gettext, interpolate, pgettext } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { MiniDie } from "../ui/icon.js";
import { useScrollIntoView } from "../ui/scroll-into-view.js";
import { Box } from "./box.js";
import { Total } from "./totals.js";

const PINNED_PX = 200; // width of the fixed column with the box names

/** Return all seats of `view`, mine first. */
function inOrder(view, mine) {
  const first = mine ?? 0;
  return view.seats.map((_, index) => view.seats[(first + index) % view.seats.length]);
}

function seatClass(seat, { view, mine, shown }) {
  const names = ["seat-column"];
  if (seat.seat === mine) names.push("mine");
  if (view.acting.includes(seat.seat)) names.push("acting");
  if (seat.out) names.push("out");
  if (shown.includes(seat.seat)) names.push("shown");
  return names;
}

/** Cells of one row: `draw(seat, column)` for each seat and column. */
function Cells({ card, draw }) {
  return inOrder(card.view, card.mine).flatMap((seat) =>
    card.sheet.columns.map((_, column) => {
      const names = [...seatClass(seat, card), column === 0 && "first-column"];
      return html`<td class=${names.filter(Boolean).join(" ")}>${draw(seat, column)}</td>`;
    }),
  );
}

function Head({ card, title }) {
  const { columns } = card.sheet;
  const seats = inOrder(card.view, card.mine);
  return html`
    <thead>
      <tr>
        <th scope="col" class="category" rowspan=${columns.length > 1 ? 2 : 1}>${title}</th>
        ${seats.map(
          (seat) => html`
            <th
              scope="colgroup"
              colspan=${columns.length}
              class=${[...seatClass(seat, card), "first-column"].join(" ")}
            >
              <span class="seat-head">
                <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
                <span>${seat.name}</span>
              </span>
            </th>
          `,
        )}
      </tr>
      ${columns.length > 1 &&
      html`<tr class="multipliers">
        ${seats.flatMap((seat) =>
          columns.map(
            (times, column) =>
              html`<th
                scope="col"
                class=${[...seatClass(seat, card), column === 0 ? "first-column" : ""].join(" ")}
              >
                ×${times}
              </th>`,
          ),
        )}
      </tr>`}
    </thead>
  `;
}

/** Return the categories of the upper section: the first counts ones, the second twos, ... */
function upperIds(sheet) {
  return sheet.sections.find(({ id }) => id === "upper").categories.map(({ id }) => id);
}

/** Show the rule of a box, or tell the player that it could not be loaded. */
async function explain(category, name, { switches = [], onProblem }) {
  try {
    const { showBoxRule } = await import("../learning/box-rule.js");
    await showBoxRule(category, name, switches);
  } catch (error) {
    console.error(error);
    onProblem(gettext("Sorry, we couldn’t load this rule. Please try again in a moment."));
  }
}

function CategoryRow({ card, category }) {
  const face = upperIds(card.sheet).indexOf(category.id) + 1; // 0 in the lower section
  return html`
    <tr>
      <th scope="row" class="category" title=${gettext(category.hint)}>
        <button type="button" class="box-name" aria-haspopup="dialog" onClick=${(event) => explain(category.id, event.currentTarget, card)}>
          ${face > 0 && html`<${MiniDie} face=${face} />`}<span>${gettext(category.name)}</span>
        </button>
      </th>
      <${Cells}
        card=${card}
        draw=${(seat, column) => html`<${Box} card=${card} seat=${seat} column=${column} category=${category} />`}
      />
    </tr>
  `;
}

function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0";
}

/** How far a column is from the bonus: a track that fills. */
function BonusTrack({ card, column, points }) {
  const { upper, par, boxes } = points;
  const { at } = card.sheet.upper_bonus;
  const counted = (number) => worth(card.sheet, column, number);
  const begun = upperIds(card.sheet).some((id) => id in boxes);
  return html`
    <span class="progress">
      <span>${counted(upper)}<span class="of">/${counted(at)}</span></span>
      ${begun && html`<small class=${par < 0 ? "behind" : "ahead"}>${signed(counted(par))}</small>`}
      <span class="bonus-track" style=${{ "--share": Math.min(1, upper / at) }}></span>
    </span>
  `;
}

function BonusRow({ card }) {
  const { at, points } = card.sheet.upper_bonus;
  const draw = (seat, column) => {
    const { upper_bonus: won } = seat.card.columns[column];
    const place = `${seat.seat}/${column}/bonus`;
    if (won > 0) return html`<b class="won" data-box=${place}>+${worth(card.sheet, column, won)}</b>`;
    return html`<span data-box=${place}><${BonusTrack} card=${card} column=${column} points=${seat.card.columns[column]} /></span>`;
  };
  return html`
    <tr class="sum">
      <th scope="row" class="category"><span>${gettext("Bonus")} <small>${interpolate(gettext("%(points)s at %(at)s"), { points, at })}</small></span></th>
      <${Cells} card=${card} draw=${draw} />
    </tr>
  `;
}

function ExtraRow({ card }) {
  const draw = (seat, column) => worth(card.sheet, column, seat.card.columns[column].bonus) || "";
  return html`
    <tr class="sum">
      <th scope="row" class="category"><span>${gettext("Extra bonus")}</span></th>
      <${Cells} card=${card} draw=${draw} />
    </tr>
  `;
}

function ColumnTotals({ card }) {
  const draw = (seat, column) => worth(card.sheet, column, seat.card.columns[column].total);
  return html`
    <tr class="sum">
      <th scope="row" class="category"><span>${pgettext("of a card", "Column")}</span></th>
      <${Cells} card=${card} draw=${draw} />
    </tr>
  `;
}

function TotalRow({ card }) {
  return html`
    <tr class="total">
      <th scope="row" class="category"><span>${gettext("Total")}</span></th>
      ${inOrder(card.view, card.mine).map(
        (seat) => html`
          <td colspan=${card.sheet.columns.length} class=${[...seatClass(seat, card), "first-column"].join(" ")}>
            <${Total} seat=${seat.seat} total=${seat.card.total} />
          </td>
        `,
      )}
    </tr>
  `;
}

function Section({ card, section, last }) {
  // On a phone the sections lie side by side, and the first one has room.
  const extra = section.id === "upper" && card.view.seats.some((seat) => seat.card.columns.some((each) => each.bonus > 0));
  return html`
    <table class="score-table">
      <caption class="visually-hidden">
        ${gettext(section.name)}
      </caption>
      <${Head} card=${card} title=${gettext(section.name)} />
      <tbody>
        ${section.categories.map(
          (category) => html`<${CategoryRow} key=${category.id} card=${card} category=${category} />`,
        )}
        ${section.id === "upper" && card.sheet.upper_bonus && html`<${BonusRow} card=${card} />`}
        ${extra && html`<${ExtraRow} card=${card} />`}
        ${last && card.sheet.columns.length > 1 && html`<${ColumnTotals} card=${card} />`}
      </tbody>
      ${last && html`<tfoot><${TotalRow} card=${card} /></tfoot>`}
    </table>
  `;
}

/** Return {class, style} for the element around the card, by the size of the card. */
export function cardSize(view, sheet) {
  const columned = sheet.columns.length > 1;
  const columns = view.seats.length * sheet.columns.length;
  const size = columns > 6 ? "many" : columns > 3 ? "some" : "few";
  const boxes = sheet.sections.reduce((sum, section) => sum + section.categories.length, 0);
  const rows = boxes + 1 + (sheet.upper_bonus ? 1 : 0) + (columned ? 2 : 0);
  // Whether the last section is so much longer than the one before it that the total fits beside it.
  const [last, ...others] = sheet.sections.map((section) => section.categories.length).reverse();
  const uneven = !columned && others.length === 1 && last >= others[0] + (sheet.upper_bonus ? 3 : 2);
  return { class: [size, columned && "columned", uneven && "uneven"].filter(Boolean).join(" "), style: { "--columns": columns, "--rows": rows } };
}

/**
 * `card`: {view, sheet, mine: seat or null, shown: seats to show on a narrow screen, options: Map
 * "column/category" -> option of the acting seat, mayScore, chosen, pending, onPick, onProblem(words),
 * switches: chosen rules, [{id, value}]; none are the usual ones}.
 */
export function Scorecard({ card }) {
  const { sections, columns } = card.sheet;
  const scroller = useScrollIntoView("thead .seat-column.acting", card.view.acting[0], PINNED_PX);
  // The keys must be able to scroll it when a low window cuts it off.
  return html`
    <section
      ref=${scroller}
      class=${columns.length > 1 ? "scorecard columned" : "scorecard"}
      aria-labelledby="card-title"
      tabindex="0"
    >
      <h2 id="card-title" class="visually-hidden">${gettext("Scorecard")}</h2>
      <div class="sections">
        ${sections.map(
          (section, index) =>
            html`<${Section}
              key=${section.id}
              card=${card}
              section=${section}
              last=${index === sections.length - 1}
            />`,
        )}
      </div>
    </section>
  `;
}
