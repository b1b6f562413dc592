// Everything that a screen, an overlay or a frame shows of a table.

import { gettext, interpolate } from "../language/language.js";
import { html } from "../ui/html.js";
import { troubleWords } from "../ui/trouble.js";
import { named } from "../ui/typed.js";
import { link, table } from "../watching/channel.js";
import { momentWords } from "../watching/moment.js";
import { Felt, TimeLeft, Totals } from "./board.js";
import { cardMeasures, Cards } from "./card.js";
import { Join } from "./join.js";
import { Lobby } from "./lobby.js";
import { has, parts } from "./options.js";
import { Outcome } from "./outcome.js";

function Head({ view, room }) {
  const { round, rounds, status } = view;
  return html`
    <header class="screen-head">
      <b class="screen-game">${gettext(room.variant.name)}</b>
      ${status === "playing" && html`<span>${interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds })}</span>`}
      <${TimeLeft} view=${view} />
    </header>
  `;
}

function Middle({ shown, below }) {
  const { view, room } = shown;
  return view.status === "playing" ? html`<${Felt} table=${shown} />` : html`<${Outcome} view=${view} room=${room} below=${below} />`;
}

/** A game: everything on a screen, and chosen parts on an overlay. */
function Game({ shown, over, below }) {
  const { view, room } = shown;
  const { columns, rows, room: roomy } = cardMeasures(view, room.sheet);
  const style = { "--card-columns": columns, "--card-rows": rows, "--dice-count": room.sheet.dice };
  return html`
    <div class=${`screen ${roomy} ${parts ? "overlay" : ""} ${view.status}`} style=${style}>
      ${(parts === null || has("clock")) && html`<${Head} view=${view} room=${room} />`}
      ${(has("turn") || has("dice")) && html`<${Middle} shown=${shown} below=${below} />`}
      ${has("card") && html`<${Cards} view=${view} sheet=${room.sheet} />`}
      ${parts !== null && has("totals") && html`<${Totals} view=${view} />`}
      ${has("qr") && html`<${Join} room=${room} />`}
      <p class="visually-hidden" role="status">${momentWords(shown, named)}</p>
      ${over}
    </div>
  `;
}

/** Whether there is a game to show. After a cancelled start the players wait for the next one. */
function hasGame({ view }) {
  return Boolean(view) && view.status !== "cancelled";
}

function statusWords() {
  if (link.value.state === "gone") return gettext("This table no longer exists.");
  return link.value.state === "online" ? "" : troubleWords(link.value) || gettext("Connecting…");
}

function Connection() {
  const words = statusWords();
  // An overlay must never say that a stream's own connection is bad.
  return words && parts === null ? html`<p class="screen-link" role="status">${words}</p>` : null;
}

/** `empty`: what is shown before a table answers. `over`: what lies over a game. `below`: what stands
 *  below its end. */
export function Stage({ empty = null, over = null, below = null }) {
  const shown = table.value;
  if (!shown) return html`<${Connection} />${link.value.state === "gone" ? null : empty}`;
  if (hasGame(shown)) return html`<${Connection} /><${Game} shown=${shown} over=${over} below=${below} />`;
  return html`<${Connection} />${parts === null ? html`<div class="screen waiting"><${Lobby} room=${shown.room} /></div>` : has("qr") && html`<div class="screen overlay"><${Join} room=${shown.room} /></div>`}`;
}
