// The final standings of a game.

import { Emblem } from "../ui/bots.js";
import { listed } from "../ui/event-text.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { ranked } from "./ranking.js";

/** Return how a game ended, in one line. `mine`: the reader's seat, or null. */
export function headline(view, mine) {
  if (view.status === "aborted") return "The game was cancelled";
  if (view.status === "cancelled") return "The start was cancelled";
  const winners = view.seats.filter((seat) => seat.place === 1);
  if (view.seats.length === 1) return `${winners[0].card.total} points`;
  if (winners.length > 1) return `${listed(winners.map((seat) => seat.name))} tie`;
  return winners[0].seat === mine ? "You win" : `${winners[0].name} wins`;
}

function Name({ seat, person }) {
  return person?.profile ? html`<a href=${person.profile}>${seat.name}</a>` : seat.name;
}

function RatingChange({ rating }) {
  const change = rating.after - rating.before;
  const words = change < 0 ? `−${-change}` : change > 0 ? `+${change}` : "±0";
  return html`
    <small class="standing-rating number">
      <span class="visually-hidden">Rating </span>${rating.after}${rating.provisional && "?"} (${words})
    </small>
  `;
}

/** `people`: profile address and rating change of each seat, if known: [{profile, rating}]. */
export function Standings({ view, mine, people = [] }) {
  return html`
    <ol class="standings">
      ${ranked(view).map(
        (seat) => html`
          <li class=${seat.place === 1 ? "standing first" : "standing"} key=${seat.seat}>
            <span class="place">${seat.place ?? ""}</span>
            <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
            <span class="standing-name">
              <${Name} seat=${seat} person=${people[seat.seat]} /><${GuestMark} player=${seat.player} />${seat.seat === mine && html` <small>(you)</small>`}
              ${seat.out && html` <small>resigned</small>`}
            </span>
            ${people[seat.seat]?.rating && html`<${RatingChange} rating=${people[seat.seat].rating} />`}
            <span class="standing-total number">${seat.card.total}</span>
          </li>
        `,
      )}
    </ol>
  `;
}
