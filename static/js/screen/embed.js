// A live table in a frame on another site. It stores nothing and nobody acts here; a link leads to the table.

import { render } from "preact";

import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { troubleWords } from "../ui/trouble.js";
import { named } from "../ui/typed.js";
import { link, table, wake, watch } from "../watching/channel.js";
import { momentWords } from "../watching/moment.js";
import { Felt, TimeLeft } from "./board.js";
import { cardMeasures, Cards } from "./card.js";
import { EmbedHead } from "./embed-head.js";
import { Seats } from "./lobby.js";
import { Outcome } from "./outcome.js";
import { learnPeople } from "./people.js";

function Progress({ view }) {
  if (view.status !== "playing") return null;
  return html`<span>${interpolate(gettext("Round %(round)s of %(rounds)s"), view)}</span><${TimeLeft} view=${view} />`;
}

function Game({ shown }) {
  const { view, room } = shown;
  const { columns, rows, room: roomy } = cardMeasures(view, room.sheet);
  return html`
    <div class=${`embed ${roomy}`} style=${{ "--card-columns": columns, "--card-rows": rows, "--dice-count": room.sheet.dice }}>
      <${EmbedHead} name=${gettext(room.variant.name)} words=${interpolate(gettext("Go to %(site)s"), { site: siteName })}><${Progress} view=${view} /><//>
      ${view.status === "playing" ? html`<${Felt} table=${shown} />` : html`<${Outcome} view=${view} room=${room} />`}
      <${Cards} view=${view} sheet=${room.sheet} />
      <p class="visually-hidden" role="status">${momentWords(shown, named)}</p>
    </div>
  `;
}

function Waiting({ room }) {
  return html`
    <div class="embed waiting">
      <${EmbedHead} name=${gettext(room.variant.name)} words=${gettext("To the table")} />
      <section class="screen-felt"><h1>${gettext("The game has not started yet.")}</h1><${Seats} room=${room} /></section>
    </div>
  `;
}

function Embed() {
  const shown = table.value;
  if (link.value.state === "gone") return html`<p class="screen-link" role="status">${gettext("This table no longer exists.")}</p>`;
  if (!shown) return html`<p class="screen-link" role="status">${troubleWords(link.value) || gettext("Opening the table…")}</p>`;
  const hasGame = shown.view && shown.view.status !== "cancelled";
  return hasGame ? html`<${Game} shown=${shown} />` : html`<${Waiting} room=${shown.room} />`;
}

learnPeople();
render(html`<${Embed} />`, document.getElementById("screen"));
addEventListener("online", wake);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
watch(page.code, page.socket);
