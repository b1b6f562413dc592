// A finished game on a screen: who won, and who wants to play again.

import { gettext, interpolate, listed, ngettext } from "../language/language.js";
import { headline, ranked } from "../table/result/outcome.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { Person } from "./person.js";

/** Return who has asked for another game. */
function againWords({ seats, status }) {
  if (status !== "over") return "";
  const names = seats.filter((seat) => seat.player !== null && seat.ready && !seat.bot).map(({ name }) => named(name));
  if (names.length === 0) return "";
  return interpolate(ngettext("%(names)s wants to play again", "%(names)s want to play again", names.length), { names: listed(names) });
}

/** `room`: of a game whose table is not known, `number` is null. */
export function Outcome({ view, room }) {
  const variant = gettext(room.variant.name);
  const title = room.number === null ? variant : interpolate(gettext("%(variant)s, game %(number)s"), { variant, number: room.number });
  return html`
    <section class="screen-felt over" aria-label=${gettext("Result")}>
      <p class="screen-eyebrow">${title}</p>
      <h1>${headline(view, null, named)}</h1>
      <ol class=${view.seats.length > 6 ? "round-list many" : "round-list"}>
        ${ranked(view).map(
          (seat) => html`
            <li key=${seat.seat} class=${seat.place === 1 ? "round-row first" : "round-row"}>
              <span class="round-place number">${seat.place || ""}</span>
              <${Person} seat=${seat} />
              <span class="round-last">${seat.out && gettext("resigned")}</span>
              <b class="number">${seat.card.total}</b>
            </li>
          `,
        )}
      </ol>
      <p class="screen-words" role="status">${againWords(room)}</p>
    </section>
  `;
}
