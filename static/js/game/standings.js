// The final standings of a game.

import { gettext, interpolate, listed, ngettext } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { useCount } from "../ui/use-count.js";
import { leadOf, ranked } from "./ranking.js";

const MANY = 8; // seats: with more, a row has little room

function wonWords(winner, lead, mine) {
  if (winner.seat === mine) {
    return lead > 0 ? interpolate(ngettext("You win by %(lead)s", "You win by %(lead)s", lead), { lead }) : gettext("You win");
  }
  if (lead > 0) {
    return interpolate(ngettext("%(name)s wins by %(lead)s", "%(name)s wins by %(lead)s", lead), { name: winner.name, lead });
  }
  return interpolate(gettext("%(name)s wins"), { name: winner.name });
}

/** Return how a game ended, in one line. `mine`: the reader's seat, or null. */
export function headline(view, mine) {
  if (view.status === "aborted") return gettext("The game was cancelled");
  if (view.status === "cancelled") return gettext("The start was cancelled");
  const winners = view.seats.filter((seat) => seat.place === 1);
  if (view.seats.length === 1) {
    const { total } = winners[0].card;
    return interpolate(ngettext("%(count)s point", "%(count)s points", total), { count: total });
  }
  if (winners.length > 1) return interpolate(gettext("%(names)s tie"), { names: listed(winners.map((seat) => seat.name)) });
  return wonWords(winners[0], leadOf(view), mine);
}

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

/** `people`: the rating change of each seat, if known: [{rating}]; `notes`: a short text for each seat. */
export function Standings({ view, mine, people = [], notes = [] }) {
  return html`
    <ol class="standings">
      ${ranked(view).map(
        (seat) => html`
          <li class=${seat.place === 1 ? "standing first" : "standing"} key=${seat.seat}>
            <span class="place">${seat.place ?? ""}</span>
            <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
            <span class="standing-name">
              ${seat.name}<${GuestMark} player=${seat.player} short=${view.seats.length > MANY} />${seat.seat === mine && html` <small>${gettext("(you)")}</small>`}
              ${seat.out && html` <small>${gettext("resigned")}</small>`}
            </span>
            ${people[seat.seat]?.rating && html`<${RatingChange} rating=${people[seat.seat].rating} />`}
            ${notes[seat.seat] && html`<small class="standing-same number">${notes[seat.seat]}</small>`}
            <span class="standing-total number">${seat.card.total}</span>
          </li>
        `,
      )}
    </ol>
  `;
}
