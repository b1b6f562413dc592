// The page of a game that is over: result, cards, the log turn by turn, the proof of its dice.

import { render } from "preact";

import { html } from "./html.js";
import { Icon } from "./icon.js";
import { Proof } from "./proof.js";
import { cardSize, Scorecard } from "./scorecard.js";
import { headline, Standings } from "./standings.js";
import { Turns } from "./turns.js";

const data = JSON.parse(document.getElementById("game-data").textContent);
const root = document.getElementById("game");

function printedCard({ view, sheet }) {
  const shown = view.seats.map((seat) => seat.seat);
  const finished = { ...view, last: null };
  return { view: finished, sheet, mine: null, shown, options: new Map(), mayScore: false, chosen: null, pending: null, onPick: null };
}

function played({ view, events }) {
  const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeStyle: "short" });
  const began = events[0] ? day.format(new Date(events[0].at)) : "";
  return `${view.variant.name} · ${began}`;
}

function Game() {
  const { view, sheet, room } = data;
  const size = cardSize(view, sheet);
  return html`
    <section class="result felt game-result" aria-labelledby="result-title">
      <p class="eyebrow">${played(data)}</p>
      <h1 id="result-title">${headline(view, null)}</h1>
      <${Standings} view=${view} mine=${null} />
      ${room &&
      html`<a class="button" href=${root.dataset.room.replace("CODE", room)}><${Icon} name="back" />To the table</a>`}
    </section>
    <div class=${`game-card ${size.class}`} style=${size.style}>
      <${Scorecard} card=${printedCard(data)} />
    </div>
    <${Proof} data=${data} verify=${root.dataset.verify} />
    <${Turns} data=${data} />
  `;
}

render(html`<${Game} />`, root);
