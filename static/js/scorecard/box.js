// One box of the scorecard: filled, open with the points it would score, or open.

import { gettext, interpolate } from "../language/language.js";
import { boxName, worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";

function offerLabel(option, sheet) {
  const counted = (points) => worth(sheet, option.column, points);
  const values = { points: counted(option.points), box: boxName(sheet, option) };
  const bonus = option.bonus > 0 && `${gettext("Bonus")} ${counted(option.bonus)}`;
  return [interpolate(gettext("Score %(points)s in %(box)s"), values), bonus, option.joker && gettext("Joker")].filter(Boolean).join(", ");
}

function Offer({ card, box, look, place }) {
  const zero = look.points + look.bonus === 0;
  const names = ["offer", zero && "zero", look.bonus > 0 && "more", look.chosen && "chosen", look.hinted && "hinted"];
  const counted = (points) => worth(card.sheet, box.column, points);
  const text = html`${counted(look.points)}${look.bonus > 0 && html`<small>+${counted(look.bonus)}</small>`}`;
  const className = names.filter(Boolean).join(" ");
  if (!look.isButton) return html`<span class=${className} data-box=${place}>${text}</span>`;
  return html`
    <button
      type="button"
      class=${className}
      data-box=${place}
      aria-label=${offerLabel({ ...look, ...box }, card.sheet)}
      aria-pressed=${look.chosen}
      aria-disabled=${card.disabled}
      onClick=${(event) => card.onPick(card.option(box), event.detail === 0)}
    >
      ${text}
    </button>
  `;
}

/** The box of `seat` in `column` and `category`. `card`: see card.js. */
export function Box({ card, seat, column, category }) {
  const look = card.box(seat, column, category).value;
  const { kind, points } = look;
  const place = `${seat}/${column}/${category}`; // where flying points arrive
  if (kind === "written") return html`<span class=${look.newest ? "written newest" : "written"} data-box=${place}>${worth(card.sheet, column, points)}</span>`;
  if (kind === "writing") return html`<span class="written writing">${worth(card.sheet, column, points)}</span>`;
  if (kind === "offer") return html`<${Offer} card=${card} box=${{ column, category }} look=${look} place=${place} />`;
  return html`<span class="open"><span class="visually-hidden">${gettext("open")}</span></span>`;
}
