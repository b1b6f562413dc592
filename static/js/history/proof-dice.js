// The dice of a game's first turns, drawn. After a check that found nothing wrong, each roll has its mark.

import { gettext, interpolate } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { spokenDice } from "../ui/roll-dice.js";
import { all, data, marked } from "./state.js";

const TURNS_SHOWN = 4;
const SEATS = data.view.seats;

function rollsOf({ events }) {
  return events.filter(({ type }) => type === "dice.rolled");
}

/** Dice that were held before the roll are faint: nobody threw them. */
function Roll({ roll: { dice, hold }, isSame }) {
  return html`
    <li class="proof-roll">
      <span class="drawn-dice" role="img" aria-label=${spokenDice(dice, hold)}>
        ${dice.map((face, at) => html`<svg class=${hold.includes(at) ? "drawn-die faint" : "drawn-die"} data-face=${face} aria-hidden="true"><use href=${`#die-${face}`} /></svg>`)}
      </span>
      ${isSame && html`<span class="proof-same"><${Icon} name="check" /><span class="visually-hidden">${gettext("the same dice")}</span></span>`}
    </li>
  `;
}

/** `isSame`: whether the browser has thrown these dice again, and got the same. */
export function FirstRolls({ isSame }) {
  const turns = all.filter((step) => typeof step.seat === "number" && rollsOf(step).length > 0).slice(0, TURNS_SHOWN);
  if (turns.length === 0) return null;
  return html`
    <section class="felt proof-rolls" aria-labelledby="proof-rolls-title">
      <h3 class="eyebrow" id="proof-rolls-title">${gettext("The first rolls")}</h3>
      <div class="proof-turns">
        ${turns.map((step) => {
          const { seat, persona, player } = SEATS[step.seat];
          return html`
            <div class="proof-turn">
              <p class="seat-analysis-name"><${Emblem} seat=${seat} persona=${persona} player=${player} /><span>${interpolate(gettext("%(name)s, turn %(turn)s"), { name: marked.name(seat), turn: step.turn })}</span></p>
              <ol>${rollsOf(step).map((event) => html`<${Roll} roll=${event.data} isSame=${isSame} />`)}</ol>
            </div>
          `;
        })}
      </div>
    </section>
  `;
}
