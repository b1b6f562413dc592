// One roll as five small dice. Dice that were held before it are filled.

import { gettext, interpolate } from "../language/language.js";
import { html } from "./html.js";
import { MiniDie } from "./icon.js";

/** The dice of a roll in words. */
export function spokenDice(dice, hold) {
  return dice.map((face, at) => (hold.includes(at) ? interpolate(gettext("%(face)s held"), { face }) : face)).join(", ");
}

/** `told`: the text beside it says the same. */
export function RollDice({ dice, hold, told = false }) {
  const label = spokenDice(dice, hold);
  return html`
    <span class="roll-dice" role=${told ? undefined : "img"} aria-label=${told ? undefined : label} aria-hidden=${told ? "true" : undefined}>
      ${dice.map((face, at) => html`<${MiniDie} face=${face} held=${hold.includes(at)} />`)}
    </span>
  `;
}
