// A finished game step by step: each turn with its rolls and the box it filled.

import { byTurn } from "./by-turn.js";
import { html } from "./html.js";
import { Flag } from "./icon.js";
import { RollDice } from "./roll-dice.js";
import { sentence } from "./words.js";

function Turn({ group, context }) {
  const rolls = group.events.filter((event) => event.type === "dice.rolled");
  const others = group.events.filter((event) => event.type !== "dice.rolled");
  return html`
    <li class="turn-row">
      <span class="turn-who">
        ${typeof group.seat === "number" && html`<${Flag} seat=${group.seat} />`}
        <span class="number">${group.turn ?? ""}</span>
      </span>
      <span class="turn-rolls">
        ${rolls.map(({ data }) => html`<${RollDice} dice=${data.dice} hold=${data.hold} />`)}
      </span>
      <span class="turn-end">${others.map((event) => html`<span>${sentence(event, context)}</span>`)}</span>
    </li>
  `;
}

export function Turns({ data }) {
  const context = { name: (seat) => data.view.seats[seat].name, sheet: data.sheet };
  return html`
    <section class="section turns-section" aria-labelledby="turns-title">
      <h2 id="turns-title">Turn by turn</h2>
      <p class="muted">Filled dice were held from the roll before.</p>
      <ol class="turns">
        ${byTurn(data.events).map((group) => html`<${Turn} group=${group} context=${context} />`)}
      </ol>
    </section>
  `;
}
