// One roll as five small dice. Dice that were held before it are filled.

import { gettext, interpolate } from "../language/language.js";
import { html } from "./html.js";
import { MiniDie } from "./icon.js";

export function RollDice({ dice, hold }) {
  const label = dice
    .map((face, at) => (hold.includes(at) ? interpolate(gettext("%(face)s held"), { face }) : face))
    .join(", ");
  return html`
    <span class="roll-dice" role="img" aria-label=${label}>
      ${dice.map((face, at) => html`<${MiniDie} face=${face} held=${hold.includes(at)} />`)}
    </span>
  `;
}
