// The final standings of a game.

import { gettext, interpolate, ngettext } from "../../language/language.js";
import { Emblem } from "../../ui/bots.js";
import { GuestMark } from "../../ui/guest-mark.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { useCount } from "../../ui/use-count.js";
import { ranked } from "./outcome.js";

const MANY = 8; // seats: with more, a row has little room

/** A rating that counts from its value before the game to the one after it. */
function RatingChange({ rating }) {
  const { before, after, provisional } = rating;
  const shown = useCount(before, after);
  const change = after - before;
  const words = change < 0 ? `−${-change}` : change > 0 ? `+${change}` : "±0";
  return html`
    <small class="standing-rating number">
      <span class="visually-hidden">${gettext("Rating")} </span>${shown}${provisional && "?"} <span class=${change < 0 ? "fallen" : "risen"}>(${words})</span>
    </small>
  `;
}

/** Said instead of the bare number. */
function pointsWords(points) {
  return interpolate(ngettext("%(count)s point", "%(count)s points", points), { count: points });
}

/** `people`: the rating change of each seat, if known: [{rating}]; `notes`: a short text for each seat. */
export function Standings({ view, mine, people = [], notes = [] }) {
  return html`
    <ol class="standings">
      ${ranked(view).map(
        (seat) => html`
          <li class=${seat.place === 1 ? "standing first" : "standing"} key=${seat.seat}>
            <span class="place">${seat.place && html`<span class="visually-hidden">${gettext("Place")} </span>${seat.place}`}</span>
            <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
            <span class="standing-name">
              ${named(seat.name)}<${GuestMark} player=${seat.player} short=${view.seats.length > MANY} />${seat.seat === mine && html` <small>${gettext("(you)")}</small>`}
              ${seat.out && html` <small>${gettext("resigned")}</small>`}
            </span>
            ${people[seat.seat]?.rating && html`<${RatingChange} rating=${people[seat.seat].rating} />`}
            ${notes[seat.seat] && html`<small class="standing-same number">${notes[seat.seat]}</small>`}
            <span class="visually-hidden">${pointsWords(seat.card.total)}</span><span class="standing-total number" aria-hidden="true">${seat.card.total}</span>
          </li>
        `,
      )}
    </ol>
  `;
}
