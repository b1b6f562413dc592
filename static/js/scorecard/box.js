// One box of the scorecard: filled, open with the points it would score, or open.

import { gettext, interpolate } from "../language/language.js";
import { boxName, worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";

function offerLabel(option, sheet) {
  if (option.points === null) return interpolate(gettext("Enter points for %(box)s"), { box: boxName(sheet, option) });
  const counted = (points) => worth(sheet, option.column, points);
  const values = { points: counted(option.points), box: boxName(sheet, option) };
  const bonus = option.bonus > 0 && `${gettext("Bonus")} ${counted(option.bonus)}`;
  return [interpolate(gettext("Score %(points)s in %(box)s"), values), bonus, option.joker && gettext("Joker")].filter(Boolean).join(", ");
}

function Offer({ card, box, look, place }) {
  const blank = look.points === null; // any points may be entered
  const zero = !blank && look.points + look.bonus === 0;
  const names = ["offer", zero && "zero", look.bonus > 0 && "more", look.chosen && "chosen", look.hinted && "hinted"];
  const counted = (points) => worth(card.sheet, box.column, points);
  const text = html`${blank ? "+" : counted(look.points)}${look.bonus > 0 && html`<small>+${counted(look.bonus)}</small>`}`;
  const className = names.filter(Boolean).join(" ");
  if (!look.isButton) return html`<span translate="no" class=${className} data-box=${place}>${text}</span>`;
  return html`
    <button
      type="button"
      translate="no"
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

/** A filled box that can be corrected. `written`: see card.js. */
function Correctable({ card, seat, box, look, place }) {
  const { isChanged, before, action } = card.written.look(seat, box);
  const names = ["written", look.newest && "newest", isChanged && "changed"].filter(Boolean).join(" ");
  return html`
    <button type="button" class=${names} data-box=${place} onClick=${() => card.written.onPick(seat, box)}>
      <span class="visually-hidden">${action} </span>${worth(card.sheet, box.column, look.points)}${before !== null && html` <s>${before}</s>`}
    </button>
  `;
}

/** The box of `seat` in `column` and `category`. `card`: see card.js. */
export function Box({ card, seat, column, category }) {
  const look = card.box(seat, column, category).value;
  const { kind, points } = look;
  const place = `${seat}/${column}/${category}`; // where flying points arrive
  if (kind === "written" && card.written) return html`<${Correctable} card=${card} seat=${seat} box=${{ column, category }} look=${look} place=${place} />`;
  if (kind === "written") return html`<span class=${look.newest ? "written newest" : "written"} data-box=${place}>${worth(card.sheet, column, points)}</span>`;
  if (kind === "writing") return html`<span class="written writing">${worth(card.sheet, column, points)}</span>`;
  if (kind === "offer") return html`<${Offer} card=${card} box=${{ column, category }} look=${look} place=${place} />`;
  return html`<span class="open"><span class="visually-hidden">${gettext("open")}</span></span>`;
}
