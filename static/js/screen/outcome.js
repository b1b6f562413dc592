// A finished game on a screen: who won, and who wants to play again.

import { gettext, interpolate, listed, ngettext } from "../language/language.js";
import { headline, ranked } from "../table/result/outcome.js";
import { Emblem } from "../ui/bots.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { Person } from "./person.js";

const SIDE_BY_SIDE = 3; // winners who tie, each as large as a die
const FEW = 2; // other players, who leave the winner much room
const MOST_ROWS = 4; // of other players below each other
const MOST_PAIRS = 8; // other players in two columns

/** Return who has asked for another game. */
function againWords({ seats, status }) {
  if (status !== "over") return "";
  const names = seats.filter((seat) => seat.player !== null && seat.ready && !seat.bot).map(({ name }) => named(name));
  if (names.length === 0) return "";
  return interpolate(ngettext("%(names)s wants to play again", "%(names)s want to play again", names.length), { names: listed(names) });
}

/** A winner, as large as the dice were. The line below names the only winner, and the points of a player alone. */
function Winner({ seat, isOnly, isAlone }) {
  return html`
    <li class="winner">
      <span class="winner-picture"><${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} /></span>
      ${isOnly && !isAlone ? html`<span class="visually-hidden">${named(seat.name)}</span>` : html`<span class="winner-name">${named(seat.name)}</span>`}
      ${!isAlone && html`<b class="winner-total number">${seat.card.total}</b>`}
    </li>
  `;
}

function Other({ seat }) {
  return html`
    <li class="round-row">
      <span class="round-place number">${seat.place || ""}</span>
      <${Person} seat=${seat} />
      <span class="round-last">${seat.out && gettext("resigned")}</span>
      <b class="number">${seat.card.total}</b>
    </li>
  `;
}

function sizeOf(count) {
  if (count <= FEW) return "";
  if (count <= MOST_ROWS) return "some";
  return count <= MOST_PAIRS ? "many" : "many crowd";
}

/** `room`: of a game whose table is not known, `number` is null. `below`: what stands below who played. */
export function Outcome({ view, room, below = null }) {
  const variant = gettext(room.variant.name);
  const title = room.number === null ? variant : interpolate(gettext("%(variant)s, game %(number)s"), { variant, number: room.number });
  const seats = ranked(view);
  const winners = seats.filter(({ place }) => place === 1);
  const others = seats.filter(({ place }) => place !== 1);
  return html`
    <section class=${`screen-felt over ${sizeOf(others.length)}`} aria-label=${gettext("Result")}>
      <p class="screen-eyebrow">${title}</p>
      ${
        winners.length > 0 &&
        html`<ul class=${winners.length === 1 ? "winners" : winners.length > SIDE_BY_SIDE ? "winners tie many" : "winners tie"}>
          ${winners.map((seat) => html`<${Winner} key=${seat.seat} seat=${seat} isOnly=${winners.length === 1} isAlone=${seats.length === 1} />`)}
        </ul>`
      }
      <h1>${headline(view, null, named)}</h1>
      ${
        others.length > 0 &&
        html`<ol class=${others.length > MOST_ROWS ? "round-list many" : "round-list"}>
          ${others.map((seat) => html`<${Other} key=${seat.seat} seat=${seat} />`)}
        </ol>`
      }
      ${below}
      <p class="screen-words" role="status">${againWords(room)}</p>
    </section>
  `;
}
