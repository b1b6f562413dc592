// All cards, side by side. Where there are more than fit, they take turns.

import { useEffect, useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { MiniDie } from "../ui/icon.js";
import { lastFill } from "../watching/moment.js";
import { mostColumns, pageAt, pagesOf } from "./card-pages.js";
import { Person } from "./person.js";

const EVERY_MS = 7000;
const WIDE = 5; // columns that leave room for names
const CLOSE = 8;

function usePage(pages, acting) {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (pages.length === 1) return undefined;
    const timer = setInterval(() => setNow(performance.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, [pages.length]);
  return pageAt(pages, acting, now, EVERY_MS);
}

/** Return what is newest on the cards: a function that says whether a box is. */
function newestOf(view, sheet) {
  if (view.mode === "rounds") {
    const fills = view.revealed || [];
    return (seat, column, category) => fills.some((fill) => fill.seat === seat && fill.column === column && fill.category === category);
  }
  const last = lastFill(view, sheet);
  return (seat, column, category) => Boolean(last) && last.seat === seat && last.column === column && last.category === category;
}

/** Cells of one row: `draw(seat, column)` for each seat and column, {text, name}. */
function cells({ seats, acting, columns }, draw) {
  return seats.flatMap((seat) =>
    columns.map((_, column) => {
      const { text, name = "" } = draw(seat, column);
      const names = [name, column === 0 && "first", acting.includes(seat.seat) && "acting", seat.out && "out"];
      return html`<td class=${names.filter(Boolean).join(" ")}>${text}</td>`;
    }),
  );
}

/** What a box shows: its points, or what it would score now. */
function look(seat, column, { id }, { sheet, isNewest }) {
  const points = seat.card.columns[column].boxes[id];
  if (points !== undefined) return { text: worth(sheet, column, points), name: isNewest(seat.seat, column, id) ? "written newest" : "written" };
  const option = seat.options.find((each) => each.column === column && each.category === id);
  if (!option) return { text: "" };
  const counted = worth(sheet, column, option.points + option.bonus);
  // A new roll is a new element, which waits for the dice to land.
  return { text: html`<span key=${seat.turn.roll} class="offer">${counted}</span>` };
}

function Boxes({ section, context, sheet, isNewest }) {
  return section.categories.map(
    (category, at) => html`
      <tr key=${category.id}>
        <th scope="row">${section.id === "upper" && sheet.faces <= 6 && html`<${MiniDie} face=${at + 1} />`}<span>${gettext(category.name)}</span></th>
        ${cells(context, (seat, column) => look(seat, column, category, { sheet, isNewest }))}
      </tr>
    `,
  );
}

function bonusOf(sheet, column, { upper, upper_bonus: won }) {
  const { at } = sheet.upper_bonus;
  if (won > 0) return { text: `+${worth(sheet, column, won)}`, name: "won" };
  return { text: html`${worth(sheet, column, upper)}<span class="of">/${worth(sheet, column, at)}</span>` };
}

function Sums({ view, context, sheet }) {
  const hasExtra = view.seats.some((seat) => seat.card.columns.some(({ bonus }) => bonus > 0));
  return html`
    ${
      hasExtra &&
      html`<tr class="sum">
        <th scope="row">${gettext("Extra bonus")}</th>
        ${cells(context, (seat, column) => ({ text: worth(sheet, column, seat.card.columns[column].bonus) || "" }))}
      </tr>`
    }
    <tr class="total">
      <th scope="row">${gettext("Total")}</th>
      ${context.seats.map((seat) => html`<td class=${seat.out ? "first out" : "first"} colspan=${sheet.columns.length}>${seat.card.total}</td>`)}
    </tr>
  `;
}

function Head({ context, sheet, width }) {
  const { seats, acting } = context;
  return html`
    <thead>
      <tr>
        <td></td>
        ${seats.map(
          (seat) => html`
            <th scope="colgroup" colspan=${sheet.columns.length} class=${acting.includes(seat.seat) ? "first acting" : "first"} key=${seat.seat}>
              <span class=${width > CLOSE && sheet.columns.length === 1 ? "card-who bare" : "card-who"}><${Person} seat=${seat} /></span>
            </th>
          `,
        )}
      </tr>
      ${
        sheet.columns.length > 1 &&
        html`<tr class="times">
          <td></td>
          ${cells(context, (_, column) => ({ text: `×${sheet.columns[column]}` }))}
        </tr>`
      }
    </thead>
  `;
}

function roomFor(width) {
  if (width <= WIDE) return "wide";
  return width <= CLOSE ? "close" : "tight";
}

export function Cards({ view, sheet }) {
  const pages = pagesOf(view.seats.length, sheet.columns.length, mostColumns(innerWidth));
  const shown = usePage(pages, view.acting[0]);
  const seats = pages[shown].map((seat) => view.seats[seat]);
  const width = seats.length * sheet.columns.length;
  const context = { seats, acting: view.acting, columns: sheet.columns };
  const isNewest = newestOf(view, sheet);
  const [upper, ...others] = sheet.sections;
  return html`
    <section class="screen-card" aria-label=${gettext("Scorecard")}>
      <table class=${`screen-cards ${roomFor(width)} ${sheet.columns.length > 1 ? "columned" : ""}`}>
        <${Head} context=${context} sheet=${sheet} width=${width} />
        <tbody>
          <${Boxes} section=${upper} context=${context} sheet=${sheet} isNewest=${isNewest} />
          ${
            sheet.upper_bonus &&
            html`<tr class="sum">
              <th scope="row">${gettext("Bonus")}</th>
              ${cells(context, (seat, column) => bonusOf(sheet, column, seat.card.columns[column]))}
            </tr>`
          }
          ${others.map((section) => html`<${Boxes} key=${section.id} section=${section} context=${context} sheet=${sheet} isNewest=${isNewest} />`)}
          <${Sums} view=${view} context=${context} sheet=${sheet} />
        </tbody>
      </table>
      ${pages.length > 1 && html`<p class="card-page" aria-hidden="true">${pages.map((_, at) => html`<i class=${at === shown ? "shown" : ""}></i>`)}</p>`}
    </section>
  `;
}

/** Return how much room the cards take, for the style sheet: {columns, rows}. */
export function cardMeasures(view, sheet) {
  const [page] = pagesOf(view.seats.length, sheet.columns.length, mostColumns(innerWidth));
  const boxes = sheet.sections.reduce((sum, { categories }) => sum + categories.length, 0);
  const hasExtra = view.seats.some((seat) => seat.card.columns.some(({ bonus }) => bonus > 0));
  const rows = boxes + 2 + (sheet.upper_bonus ? 1 : 0) + (hasExtra ? 1 : 0) + (sheet.columns.length > 1 ? 1 : 0);
  const columns = page.length * sheet.columns.length;
  return { columns, rows, room: roomFor(columns) };
}
