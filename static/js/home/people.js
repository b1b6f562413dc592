// People on the home page, as the lobby tells of them: who of the player's circles is here, and who invites them to a table.

import { gettext, interpolate } from "../language/language.js";
import { csrfToken } from "../net/csrf.js";
import { roomAddress } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { named, typed } from "../ui/typed.js";
import { fellows, invitations } from "./state.js";

/** Nothing while there are none. */
export function Invitations() {
  if (!invitations.value.length) return null;
  return html`
    <section class="panel" aria-labelledby="invitations-title">
      <h2 class="panel-title" id="invitations-title">${gettext("Invitations")}</h2>
      <ul class="list">${invitations.value.map((each) => html`<${Invitation} key=${each.room} invitation=${each} />`)}</ul>
    </section>
  `;
}

function Invitation({ invitation }) {
  return html`
    <li class="row">
      <span class="row-main">
        <span class="row-title">${interpolate(gettext("%(name)s invites you to a table"), { name: named(invitation.from.name) })}</span><br />
        <span class="row-meta">${gettext(invitation.variant.name)}${invitation.circle && html` · ${typed(invitation.circle)}`}</span>
      </span>
      <form class="row-end people-acts" method="post" action=${`${roomAddress(invitation.room)}invitation`}>
        <input type="hidden" name="csrfmiddlewaretoken" value=${csrfToken()} />
        <button class="button small" type="submit">${gettext("Accept")}</button>
        <button class="button secondary small" type="submit" name="decline" value="1">${gettext("Decline")}</button>
      </form>
    </li>
  `;
}

/** Show in the list of the player's people who is here, and what they play. */
export function showFellows() {
  for (const row of document.querySelectorAll("#people [data-person]")) {
    const fellow = fellows.value.get(Number(row.dataset.person));
    if (fellow === undefined && !row.dataset.shown) continue;
    row.dataset.shown = "yes";
    row.querySelector("[data-here]").replaceChildren(...(fellow ? [mark(fellow)] : []));
  }
}

function mark({ plays, room }) {
  const badge = document.createElement(room ? "a" : "span");
  badge.className = "badge good";
  badge.textContent = plays ? interpolate(gettext("Plays %(game)s"), { game: gettext(plays) }) : gettext("Here now");
  if (room) badge.href = roomAddress(room);
  return badge;
}
