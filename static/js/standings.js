// Who came where.

import { html } from "./html.js";
import { Flag } from "./icon.js";
import { listed } from "./words.js";

/** Return the seats of a finished game by place, best first; who gave up comes last. */
export function ranked(view) {
  return [...view.seats].sort((a, b) => (a.place ?? 99) - (b.place ?? 99) || a.seat - b.seat);
}

/** Return the one line that says how a game ended, from the sight of seat `mine` (or null). */
export function headline(view, mine) {
  if (view.status === "aborted") return "The game was called off";
  const winners = view.seats.filter((seat) => seat.place === 1);
  if (view.seats.length === 1) return `${winners[0].card.total} points`;
  if (winners.length > 1) return `${listed(winners.map((seat) => seat.name))} tie`;
  return winners[0].seat === mine ? "You win" : `${winners[0].name} wins`;
}

export function Standings({ view, mine }) {
  return html`
    <ol class="standings">
      ${ranked(view).map(
        (seat) => html`
          <li class=${seat.place === 1 ? "standing first" : "standing"} key=${seat.seat}>
            <span class="place">${seat.place ?? ""}</span>
            <${Flag} seat=${seat.seat} />
            <span class="standing-name">
              ${seat.name}${seat.seat === mine && html` <small>(you)</small>`}
              ${seat.out && html` <small>resigned</small>`}
            </span>
            <span class="standing-total number">${seat.card.total}</span>
          </li>
        `,
      )}
    </ol>
  `;
}
