// A small scorecard of the featured table: the boxes of up to four seats, in two halves side by side.

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { fresh } from "../watching/channel.js";
import { lastFill } from "../watching/moment.js";

const MOST_SEATS = 4;

function Box({ seat, category, newest }) {
  const points = seat.card.columns[0].boxes[category.id];
  const isNewest = newest?.seat === seat.seat && newest.category === category.id;
  return html`<td class=${isNewest ? "tv-box newest" : "tv-box"}>${points ?? ""}</td>`;
}

function Half({ categories, seats, newest }) {
  return html`
    <table class="tv-half">
      <colgroup><col class="tv-names" />${seats.map(() => html`<col />`)}</colgroup>
      <thead class="visually-hidden">
        <tr><th scope="col">${gettext("Box")}</th>${seats.map((seat) => html`<th scope="col">${named(seat.name)}</th>`)}</tr>
      </thead>
      <tbody>
        ${categories.map(
          (category) => html`
            <tr key=${category.id}>
              <th scope="row">${gettext(category.name)}</th>
              ${seats.map((seat) => html`<${Box} key=${seat.seat} seat=${seat} category=${category} newest=${newest} />`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

/** Nothing for cards with several columns, or many seats: they need more room. */
export function TvCard({ sheet, view }) {
  if (sheet.columns.length > 1 || view.seats.length > MOST_SEATS) return null;
  const scored = view.mode === "rounds" ? null : fresh.value.findLast((event) => event.type === "box.scored");
  const newest = scored ? { seat: scored.seat, category: scored.data.category } : lastFill(view, sheet);
  const categories = sheet.sections.flatMap((section) => section.categories);
  const half = Math.ceil(categories.length / 2);
  const halves = [categories.slice(0, half), categories.slice(half)];
  return html`
    <div class="tv-card">
      ${halves.map((each) => html`<${Half} categories=${each} seats=${view.seats} newest=${newest} />`)}
    </div>
  `;
}
