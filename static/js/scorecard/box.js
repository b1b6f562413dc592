// One box of the scorecard: filled, open with the points it would score, or open.

import { gettext, interpolate } from "../language/language.js";
import { boxName, worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { sameBox } from "./choice.js";

function offerLabel(option, sheet) {
  const counted = (points) => worth(sheet, option.column, points);
  const values = { points: counted(option.points), box: boxName(sheet, option) };
  const bonus = option.bonus > 0 && `${gettext("Bonus")} ${counted(option.bonus)}`;
  return [interpolate(gettext("Score %(points)s in %(box)s"), values), bonus, option.joker && gettext("Joker")].filter(Boolean).join(", ");
}

function Offer({ card, option, place }) {
  const zero = option.points + option.bonus === 0;
  const names = ["offer", zero && "zero", option.bonus > 0 && "more", sameBox(card.chosen, option) && "chosen"];
  if (sameBox(card.hinted, option)) names.push("hinted");
  const counted = (points) => worth(card.sheet, option.column, points);
  const text = html`${counted(option.points)}${option.bonus > 0 && html`<small>+${counted(option.bonus)}</small>`}`;
  const className = names.filter(Boolean).join(" ");
  if (!card.onPick) return html`<span class=${className} data-box=${place}>${text}</span>`;
  return html`
    <button
      type="button"
      class=${className}
      data-box=${place}
      aria-label=${offerLabel(option, card.sheet)}
      aria-pressed=${sameBox(card.chosen, option)}
      aria-disabled=${card.mayScore ? undefined : "true"}
      onClick=${(event) => card.onPick(option, event.detail === 0)}
    >
      ${text}
    </button>
  `;
}

/** The box of `seat` in `column` and `category`. `card`: see scorecard.js. */
export function Box({ card, seat, column, category }) {
  const points = seat.card.columns[column].boxes[category.id];
  const here = { column, category: category.id };
  const place = `${seat.seat}/${column}/${category.id}`; // where flying points arrive
  if (points !== undefined) {
    const { last } = card.view;
    const newest = last?.seat === seat.seat && sameBox(last, here);
    return html`<span class=${newest ? "written newest" : "written"} data-box=${place}>${worth(card.sheet, column, points)}</span>`;
  }
  const isActing = card.view.acting.includes(seat.seat);
  if (isActing && sameBox(card.pending, here)) return html`<span class="written writing">${worth(card.sheet, column, card.pending.points)}</span>`;
  const option = isActing ? card.options.get(`${column}/${category.id}`) : undefined;
  if (option) return html`<${Offer} card=${card} option=${option} place=${place} />`;
  return html`<span class="open"><span class="visually-hidden">${gettext("open")}</span></span>`;
}
