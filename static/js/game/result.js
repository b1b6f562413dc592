// The end of a game: places, the way to its record, and another one with the same people.

import { newSeed } from "../fairness/seed.js";
import { page } from "../net/page-data.js";
import { ask } from "../room/commands.js";
import { Ended, Join } from "../room/join.js";
import { Chairs } from "../room/seat-picker.js";
import { isHost, mySeat, myChair, room, view } from "../room/state.js";
import { listed } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { SameDice } from "./same-dice.js";
import { headline, Standings } from "./standings.js";

function rematch() {
  ask({ type: "rematch", seed: newSeed() });
}

function waitingFor() {
  const idle = room.value.seats.filter((seat) => seat.player !== null && !seat.ready && !seat.bot);
  return idle.map((seat) => seat.name);
}

/** Say who asked for another game, to those who did not yet. */
function Wanted() {
  const keen = room.value.seats.filter((seat) => seat.ready && !seat.bot).map((seat) => seat.name);
  if (keen.length === 0) return null;
  return html`<p class="waiting-line" role="status">
    ${`${listed(keen)} ${keen.length === 1 ? "wants" : "want"} to play again`}
  </p>`;
}

function Again() {
  if (room.value.ended) return html`<${Ended} />`;
  if (!myChair.value) return html`<${Join} label="Join the next game" />`;
  if (!myChair.value.ready) {
    return html`
      <button type="button" class="button large block" onClick=${rematch}><${Icon} name="repeat" />Play again</button>
      <${Wanted} />
    `;
  }
  const others = waitingFor();
  return html`
    <p class="waiting-line" role="status">Waiting for ${others.join(", ")}</p>
    ${isHost.value &&
    html`<button type="button" class="button secondary block" onClick=${() => ask({ type: "start" })}>
      Start without them
    </button>`}
  `;
}

/** What the newest game did to ratings, as `Standings` wants it. */
function ratingChanges() {
  return room.value.result?.seats.map((rating) => ({ rating })) ?? [];
}

/** Whether the game counts, why not, or that we do not know yet. */
function RatingNews({ status }) {
  const { result } = room.value;
  if (!result || status === "aborted") return null;
  const words = result.uncounted ?? (result.counted ? "" : "Ratings are being worked out…");
  return html`<p class="result-note" role="status">${words}</p>`;
}

export function Result() {
  const game = view.value;
  const address = page.game.replace("CODE", game.game);
  return html`
    <section class="result felt" aria-labelledby="result-title">
      <p class="eyebrow">${room.value.variant.name}, game ${room.value.number}${game.replay && ", replay"}</p>
      <h1 id="result-title">${headline(game, mySeat.value)}</h1>
      <${Standings} view=${game} mine=${mySeat.value} people=${ratingChanges()} />
      <${RatingNews} status=${game.status} />
      <${SameDice} view=${game} />
      <div class="stack tight">
        <${Again} />
        <a class="button quiet block" href=${address}>See the whole game: luck and choices</a>
      </div>
      <details class="fold">
        <summary><${Icon} name="person" />Seats for the next game</summary>
        <div class="fold-body"><${Chairs} /></div>
      </details>
    </section>
  `;
}
