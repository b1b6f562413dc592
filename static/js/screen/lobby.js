// A table before its first game: the lobby on the wall, where names appear as people join.

import { gettext, interpolate } from "../language/language.js";
import { hasOwnSign, siteLogo, siteName } from "../language/site-name.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { roomFacts } from "../ui/room-facts.js";
import { named } from "../ui/typed.js";
import { Join } from "./join.js";
import { Person } from "./person.js";

function Place({ seat }) {
  if (seat.player === null) {
    return html`<li class="lobby-seat free"><span class="lobby-dot"></span><span>${gettext("Free seat")}</span></li>`;
  }
  return html`
    <li class="lobby-seat taken">
      <${Person} seat=${seat} />
      ${seat.ready && html`<span class="lobby-ready"><${Icon} name="check" /><span class="visually-hidden">${gettext("ready")}</span></span>`}
    </li>
  `;
}

function statusWords(room) {
  if (room.ended) return gettext("This table is closed.");
  const host = room.seats.find((seat) => seat.player !== null && seat.player === room.host);
  return host ? interpolate(gettext("%(name)s starts the game when everybody is here."), { name: named(host.name) }) : "";
}

/** The seats of a table that waits: who has come, and how many can. */
export function Seats({ room }) {
  const open = room.seats.filter((seat) => seat.player !== null || !seat.closed);
  return html`
    <ul class=${open.length > 6 ? "lobby-seats many" : "lobby-seats"} aria-label=${gettext("Players")}>
      ${open.map((seat) => html`<${Place} key=${`${seat.seat}/${seat.player}`} seat=${seat} />`)}
    </ul>
  `;
}

function Sign() {
  return html`<p class="lobby-site">${siteLogo && html`<img src=${siteLogo} alt="" />`}<bdi translate="no">${siteName}</bdi></p>`;
}

export function Lobby({ room }) {
  return html`
    <div class="screen-lobby">
      <section class="lobby-table">
        ${hasOwnSign && html`<${Sign} />`}
        <h1>${gettext(room.variant.name)}</h1>
        <p class="lobby-facts">${roomFacts(room).map((fact) => html`<span>${fact}</span>`)}</p>
        <${Seats} room=${room} />
        <p class="screen-words" role="status">${statusWords(room)}</p>
      </section>
      <${Join} room=${room} />
    </div>
  `;
}
