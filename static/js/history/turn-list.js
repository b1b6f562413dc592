// A finished game as a list of turns, each with its rolls and its box.

import { sentence } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Flag } from "../ui/icon.js";
import { RollDice } from "../ui/roll-dice.js";

function Turn({ group, context, here, show }) {
  const rolls = group.events.filter((event) => event.type === "dice.rolled");
  const others = group.events.filter((event) => event.type !== "dice.rolled");
  return html`
    <li class="turn-row" aria-current=${here ? "step" : undefined}>
      <button type="button" class="turn-who" onClick=${show}>
        <span class="visually-hidden">Show the card after this: </span>
        ${typeof group.seat === "number" && html`<${Flag} seat=${group.seat} />`}
        <span class="number">${group.turn ?? "·"}</span>
      </button>
      <span class="turn-rolls">
        ${rolls.map(({ data }) => html`<${RollDice} dice=${data.dice} hold=${data.hold} />`)}
      </span>
      <span class="turn-end">${others.map((event) => html`<span>${sentence(event, context)}</span>`)}</span>
    </li>
  `;
}

/** `all`: the steps; `at`: the current step; `show(index)` shows another. */
export function Turns({ all, at, show, context }) {
  return html`
    <section class="section turns-section" aria-labelledby="turns-title">
      <h2 id="turns-title">Turn by turn</h2>
      <p class="muted">Filled dice were held from the previous roll. Select a number to show the card after that turn.</p>
      <ol class="turns">
        ${all.map(
          (group, index) =>
            html`<${Turn} key=${index} group=${group} context=${context} here=${index === at} show=${() => show(index)} />`,
        )}
      </ol>
    </section>
  `;
}
