// The end of a game: standings, a link to its page, and the rematch.

import { seedFields } from "../fairness/sealing.js";
import { page } from "../net/page-data.js";
import { ask } from "../room/commands.js";
import { Ended, Join } from "../room/join.js";
import { SeatPicker } from "../room/seat-picker.js";
import { isHost, mySeat, myRoomSeat, room, view } from "../room/state.js";
import { listed } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { SameDice } from "./same-dice.js";
import { headline, Standings } from "./standings.js";

function rematch() {
  ask({ type: "rematch", ...seedFields() });
}

function waitingFor() {
  const idle = room.value.seats.filter((seat) => seat.player !== null && !seat.ready && !seat.bot);
  return idle.map((seat) => seat.name);
}

/** Tell players who have not answered yet who wants a rematch. */
function RematchWanted() {
  const willing = room.value.seats.filter((seat) => seat.ready && !seat.bot).map((seat) => seat.name);
  if (willing.length === 0) return null;
  return html`<p class="waiting-line" role="status">
    ${`${listed(willing)} ${willing.length === 1 ? "wants" : "want"} to play again`}
  </p>`;
}

function Rematch() {
  if (room.value.ended) return html`<${Ended} />`;
  if (!myRoomSeat.value) return html`<${Join} label="Join the next game" />`;
  if (!myRoomSeat.value.ready) {
    return html`
      <button type="button" class="button large block" onClick=${rematch}><${Icon} name="repeat" />Play again</button>
      <${RematchWanted} />
    `;
  }
  const others = waitingFor();
  return html`
    <p class="waiting-line" role="status">Waiting for ${listed(others)}</p>
    ${isHost.value &&
    html`<button type="button" class="button secondary block" onClick=${() => ask({ type: "start" })}>
      Start without ${listed(others)}
    </button>`}
  `;
}

/** Return the rating changes of the last game in the form that `Standings` takes. */
function ratingChanges() {
  return room.value.result?.seats.map((rating) => ({ rating })) ?? [];
}

/** Why the game is not rated, or that the ratings are not updated yet. */
function RatingStatus({ status }) {
  const { result } = room.value;
  if (!result || status === "aborted") return null;
  const words = result.uncounted ?? (result.counted ? "" : "Updating ratings…");
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
      <${RatingStatus} status=${game.status} />
      <${SameDice} view=${game} />
      <div class="stack tight">
        <${Rematch} />
        <a class="button quiet block" href=${address}>Review game</a>
      </div>
      <details class="fold">
        <summary><${Icon} name="person" />Seats for the next game</summary>
        <div class="fold-body"><${SeatPicker} /></div>
      </details>
    </section>
  `;
}
