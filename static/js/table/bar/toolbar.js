// The bar at the top of a room: variant, round, connection, and buttons. A game has more of them: see game-actions.js.

import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate } from "../../language/language.js";
import { siteLogo, siteName } from "../../language/site-name.js";
import { openSettings } from "../../membership/dialog.js";
import { page } from "../../net/page-data.js";
import { MuteButton } from "../../sound/mute-button.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { Spectators } from "../people/spectators.js";
import { helpOpen } from "../state/dialogs.js";
import { gamePart } from "../state/parts.js";
import { shownRound } from "../state/round-state.js";
import { link, mySeat, room, view } from "../state/state.js";

const LINK_WORDS = { online: gettext("Connected"), connecting: gettext("Connecting…"), waiting: gettext("Connection lost"), gone: gettext("Connection lost") };

/** A button with a picture. A wide window shows the `word` below it (table-wide.css). */
export function Action({ name, label, word = label, onClick, kind = "" }) {
  return html`
    <button type="button" class=${`icon-button ${kind}`} aria-label=${label} title=${word} onClick=${onClick}>
      <${Icon} name=${name} />
    </button>
  `;
}

function ConnectionDot() {
  const words = LINK_WORDS[link.value.state];
  return html`<span class="link-dot" data-state=${link.value.state} role="img" aria-label=${words} title=${words}></span>`;
}

function Progress() {
  const game = view.value;
  if (!game || game.status !== "playing") return null;
  return html`<span class="muted number progress">${interpolate(gettext("Round %(round)s of %(rounds)s"), { round: shownRound.value, rounds: game.rounds })}</span>`;
}

/** Where I stand in the table's tournament. Its code is loaded only there. */
function InTournament() {
  const [load, setLoad] = useState(null);
  useEffect(() => {
    import("../../tournaments/at-table.js").then(({ AtTournament }) => setLoad({ AtTournament }));
  }, []);
  return load && html`<${load.AtTournament} code=${room.value.tournament} />`;
}

export function Toolbar() {
  const game = view.value;
  const code = gamePart.code.value;
  const { name } = room.value.variant;
  const playing = game?.status === "playing" && mySeat.value !== null && !game.seats[mySeat.value].out;
  return html`
    <header class=${playing ? "room-bar playing" : "room-bar"}>
      <a class="brand" href=${page.home} aria-label=${interpolate(gettext("%(site)s, home"), { site: siteName })}>
        ${siteLogo ? html`<img src=${siteLogo} alt="" width="28" height="28" />` : html`<svg aria-hidden="true"><use href="#i-yacht" /></svg>`}
      </a>
      <div class="room-title">
        ${game?.status === "playing" ? html`<h1>${name}</h1>` : html`<b>${name}</b>`}
        <${Progress} />
        ${room.value.tournament && game?.status === "playing" && html`<${InTournament} />`}
      </div>
      <${Spectators} />
      <${ConnectionDot} />
      ${game && code
        ? html`<${code.GameActions} playing=${playing} />`
        : html`
            <nav class="room-actions" aria-label=${gettext("Table")}>
              <${MuteButton} />
              <${Action} name="help" label=${gettext("How to play")} onClick=${() => (helpOpen.value = true)} />
              <${Action} name="settings" label=${gettext("Settings")} onClick=${openSettings} />
            </nav>
          `}
    </header>
  `;
}
