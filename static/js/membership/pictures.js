// Small pictures of dice and felts in all looks: for the choice, and for a preview.

import { html } from "../ui/html.js";
import { MiniDie } from "../ui/icon.js";

/** A flat die in a look and with pips of a kind. */
export function LookDie({ look, face = 5, pips = "plain" }) {
  return html`
    <span class="look-die" data-dice-look=${look} data-pips=${pips} data-face=${face}><${MiniDie} face=${face} /></span>
  `;
}

export function LookFelt({ look }) {
  return html`<span class="look-felt felt" data-felt-look=${look}></span>`;
}

/** Five dice on the felt. */
export function Preview({ felt, dice, pips }) {
  return html`
    <div class="look-preview felt" data-felt-look=${felt} aria-hidden="true">
      ${[1, 2, 3, 4, 6].map((face) => html`<${LookDie} look=${dice} face=${face} pips=${pips} />`)}
    </div>
  `;
}
