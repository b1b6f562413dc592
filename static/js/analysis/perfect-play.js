// Perfect play with the same dice as a seat, turn by turn, beside what was played.

import { gettext, interpolate, pair } from "../language/language.js";
import { boxWritten } from "../ui/choice-text.js";
import { html } from "../ui/html.js";
import { RollDice } from "../ui/roll-dice.js";
import { named } from "../ui/typed.js";

/** Return the box that a seat filled in a turn; null if its game ended earlier. */
function playedBox(seat, turn) {
  return seat.moves.find((move) => move.turn === turn && move.choice.box)?.choice.box ?? null;
}

export function PerfectPlay({ seat, name, sheet }) {
  const written = (box) => (box ? boxWritten(box, sheet) : "–");
  return html`
    <details class="numbers">
      <summary>${interpolate(gettext("Perfect play with the same dice: %(points)s"), { points: seat.perfect })}</summary>
      <div class="table-scroll same-luck" tabindex="0" role="region" aria-label=${pair(gettext("Perfect play"), name)}>
        <table class="table compact">
          <thead>
            <tr><th scope="col">${gettext("Turn")}</th><th scope="col">${gettext("Rolls")}</th><th scope="col">${gettext("Perfect play")}</th><th scope="col">${named(name)}</th></tr>
          </thead>
          <tbody>
            ${seat.perfect_turns.map(
              ({ rolls, box }, at) => html`
                <tr>
                  <th scope="row" class="number">${at + 1}</th>
                  <td>${rolls.map(({ dice, hold }) => html`<${RollDice} dice=${dice} hold=${hold} />`)}</td>
                  <td>${written(box)}</td>
                  <td class="muted">${written(playedBox(seat, at + 1))}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `;
}
