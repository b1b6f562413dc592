// The scorecard of all seats: a table for each section. It draws the view and knows no rules. The columns follow in seat
// order.

import { useMemo } from "preact/hooks";

import { gettext, interpolate, pgettext } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { boxHint } from "../ui/box-hint.js";
import { worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { MiniDie } from "../ui/icon.js";
import { useScrollIntoView } from "../ui/scroll-into-view.js";
import { named } from "../ui/typed.js";
import { Box } from "./box.js";
import { upperIds } from "./card.js";
import { Total } from "./totals.js";

const NAMELESS = /^\S+ \d{4}$/; // such as Guest 4711, which no column has room for
const PINNED_PX = 200; // width of the fixed column with the box names

/** Cells of one row: `draw(seat, column)` for each seat and column. `translate`: "no" for cells of numbers. */
function cells(card, draw, translate) {
  return card.seats.flatMap((seat) =>
    card.sheet.columns.map((_, column) => html`<td translate=${translate} class=${card.classes(seat, column === 0)}>${draw(seat, column)}</td>`),
  );
}

function Person({ card, seat }) {
  const { name, persona, player } = card.person(seat).value;
  return html`
    <span class="seat-head">
      <${Emblem} seat=${seat} persona=${persona} player=${player} />
      <span>${seat === card.mine.value && NAMELESS.test(name) ? gettext("You") : named(name)}</span>
    </span>
  `;
}

function Head({ card, title }) {
  const { columns } = card.sheet;
  return html`
    <thead>
      <tr>
        <th scope="col" class="category" rowspan=${columns.length > 1 ? 2 : 1}>${title}</th>
        ${card.seats.map((seat) => html`<th scope="colgroup" colspan=${columns.length} class=${card.classes(seat, true)}><${Person} card=${card} seat=${seat} /></th>`)}
      </tr>
      ${columns.length > 1 &&
      html`<tr class="multipliers">
        ${card.seats.flatMap((seat) => columns.map((times, column) => html`<th scope="col" class=${card.classes(seat, column === 0)}>×${times}</th>`))}
      </tr>`}
    </thead>
  `;
}

/** Show the rule of a box, or tell the player that it could not be loaded. */
async function explain(category, name, { switches, boxes, onProblem }) {
  try {
    const { showBoxRule } = await import("../learning/box-rule.js");
    await showBoxRule(category, name, { address: boxes(), switches: switches() });
  } catch (error) {
    console.error(error);
    onProblem(gettext("Sorry, the rules could not be loaded. Please try again in a moment."));
  }
}

function CategoryRow({ card, category }) {
  const face = upperIds(card.sheet).indexOf(category.id) + 1; // 0 in the lower section
  return html`
    <tr>
      <th scope="row" class="category" title=${boxHint(category.hint)}>
        <button type="button" class="box-name" aria-haspopup="dialog" onClick=${(event) => explain(category.id, event.currentTarget, card)}>
          ${face > 0 && html`<${MiniDie} face=${face} />`}<span>${gettext(category.name)}</span>
        </button>
      </th>
      ${cells(card, (seat, column) => html`<${Box} card=${card} seat=${seat} column=${column} category=${category.id} />`)}
    </tr>
  `;
}

function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0";
}

/** What a column has of the bonus, or how far it is: a track that fills. */
function Bonus({ card, seat, column }) {
  const { upper, won, par, begun } = card.bonus(seat, column).value;
  const { at } = card.sheet.upper_bonus;
  const counted = (number) => worth(card.sheet, column, number);
  const place = `${seat}/${column}/bonus`;
  if (won > 0) return html`<b class="won" data-box=${place}>+${counted(won)}</b>`;
  return html`
    <span data-box=${place}>
      <span class="progress">
        <span>${counted(upper)}<span class="of">/${counted(at)}</span></span>
        ${begun && html`<small class=${par < 0 ? "behind" : "ahead"}>${signed(counted(par))}</small>`}
        <span class="bonus-track" style=${{ "--share": Math.min(1, upper / at) }}></span>
      </span>
    </span>
  `;
}

/** A sum of a column: "bonus" or "total". Nothing for 0, if `blank`. */
function Sum({ card, seat, column, name, blank = false }) {
  const sum = worth(card.sheet, column, card.sum(seat, column, name).value);
  return sum === 0 && blank ? "" : sum;
}

function SumRow({ title, children }) {
  return html`
    <tr class="sum">
      <th scope="row" class="category"><span>${title}</span></th>
      ${children}
    </tr>
  `;
}

function BonusRow({ card }) {
  const { at, points } = card.sheet.upper_bonus;
  const title = html`${gettext("Bonus")} <small>${interpolate(gettext("%(points)s at %(at)s"), { points, at })}</small>`;
  return html`<${SumRow} title=${title}>${cells(card, (seat, column) => html`<${Bonus} card=${card} seat=${seat} column=${column} />`, "no")}<//>`;
}

// On a phone the sections lie side by side, and the first one has room.
function ExtraRow({ card }) {
  if (!card.hasExtra.value) return null;
  const draw = (seat, column) => html`<${Sum} card=${card} seat=${seat} column=${column} name="bonus" blank=${true} />`;
  return html`<${SumRow} title=${gettext("Extra bonus")}>${cells(card, draw, "no")}<//>`;
}

function ColumnTotals({ card }) {
  const draw = (seat, column) => html`<${Sum} card=${card} seat=${seat} column=${column} name="total" />`;
  return html`<${SumRow} title=${pgettext("of a card", "Column")}>${cells(card, draw, "no")}<//>`;
}

function SeatTotal({ card, seat }) {
  return html`<${Total} seat=${seat} total=${card.total(seat).value} />`;
}

function TotalRow({ card }) {
  return html`
    <tr class="total">
      <th scope="row" class="category"><span>${gettext("Total")}</span></th>
      ${card.seats.map((seat) => html`<td translate="no" colspan=${card.sheet.columns.length} class=${card.classes(seat, true)}><${SeatTotal} card=${card} seat=${seat} /></td>`)}
    </tr>
  `;
}

function Section({ card, table }) {
  const { section, categories, isRest, isLast } = table;
  const isUpper = section.id === "upper";
  return html`
    <table class=${isRest ? "score-table rest" : "score-table"}>
      <caption class="visually-hidden">
        ${gettext(section.name)}
      </caption>
      <${Head} card=${card} title=${gettext(section.name)} />
      <tbody>
        ${categories.map(
          (category) => html`<${CategoryRow} key=${category.id} card=${card} category=${category} />`,
        )}
        ${isUpper && card.sheet.upper_bonus && html`<${BonusRow} card=${card} />`}
        ${isUpper && html`<${ExtraRow} card=${card} />`}
        ${isLast && card.sheet.columns.length > 1 && html`<${ColumnTotals} card=${card} />`}
      </tbody>
      ${isLast && html`<tfoot><${TotalRow} card=${card} /></tfoot>`}
    </table>
  `;
}

/** All tables. They are drawn once: the signals of the card change what is in them. */
function Sections({ card }) {
  return html`
    <div class="sections">
      ${tablesOf(card.sheet).map((table) => html`<${Section} key=${`${table.section.id}/${table.isRest}`} card=${card} table=${table} />`)}
    </div>
  `;
}

/**
 * Return the tables of a card: {section, categories, isRest, isLast}. A narrow screen shows the sections side by side. Of a
 * much longer second one, the rest and the total are a table of their own, which has room below the first.
 */
function tablesOf({ sections, columns, upper_bonus: bonus }) {
  const tables = sections.map((section) => ({ section, categories: section.categories, isRest: false, isLast: false }));
  const [first, second] = tables;
  const left = first.categories.length + (bonus ? 1 : 0);
  if (tables.length === 2 && columns.length === 1 && second.categories.length >= left + 2) {
    const kept = second.categories.length - Math.floor((second.categories.length - left - 1) / 2);
    tables.push({ ...second, categories: second.categories.slice(kept), isRest: true });
    second.categories = second.categories.slice(0, kept);
  }
  tables.at(-1).isLast = true;
  return tables;
}

/** Return {class, style} for the element around the card of so many seats, of which a narrow screen shows `shown`. */
export function cardSize(seats, sheet, shown) {
  const columned = sheet.columns.length > 1;
  const columns = seats * sheet.columns.length;
  const tables = tablesOf(sheet);
  const size = columns > 6 ? "many" : columns > 3 ? "some" : "few";
  const boxes = sheet.sections.reduce((sum, section) => sum + section.categories.length, 0);
  const rows = boxes + 1 + (sheet.upper_bonus ? 1 : 0) + (columned ? 2 : 0);
  const rest = tables.find(({ isRest }) => isRest);
  const width = !columned && { 1: "alone", 3: "trio", 4: "trio quad" }[shown];
  const names = [size, columned && "columned", rest && "uneven", rest?.categories.length > 0 && "spilled", width];
  // Rows of the taller half of a narrow screen. In a card with columns the sums have heights of their own.
  const [upper, lower] = tables.map(({ categories }) => categories.length);
  const left = upper + (sheet.upper_bonus && !columned ? 1 : 0) + (rest ? rest.categories.length + 1 : 0);
  const right = (lower ?? 0) + (rest || columned ? 0 : 1);
  return { class: names.filter(Boolean).join(" "), style: { "--columns": columns, "--rows": rows, "--tall": Math.max(left, right), "--notes": sheet.notes?.length ? 1 : 0 } };
}

/** `card`: see card.js. */
export function Scorecard({ card }) {
  const scroller = useScrollIntoView("thead .seat-column.acting", card.acting.value, PINNED_PX);
  const tables = useMemo(() => html`<${Sections} card=${card} />`, [card]);
  // The keys must be able to scroll it when a low window cuts it off.
  return html`
    <section
      ref=${scroller}
      class=${card.sheet.columns.length > 1 ? "scorecard columned" : "scorecard"}
      aria-labelledby="card-title"
      tabindex="0"
    >
      <h2 id="card-title" class="visually-hidden">${gettext("Scorecard")}</h2>
      ${tables}
      ${card.sheet.notes && html`<ul class="card-notes">${card.sheet.notes.map((note) => html`<li key=${note}>${gettext(note)}</li>`)}</ul>`}
    </section>
  `;
}
