// The bar at the top of a room: variant, round, chat, reactions, invite, resign, help, settings.

import { signal } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { page } from "../net/page-data.js";
import { settingsOpen } from "../settings/dialog.js";
import { MuteButton } from "../sound/mute-button.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { resign } from "./commands.js";
import { helpOpen } from "./help-dialog.js";
import { Invite } from "./invite.js";
import { mayReact, Palette } from "./reactions.js";
import { openChat, SideButton } from "./side-panel.js";
import { Spectators } from "./spectators.js";
import { link, mySeat, room, view } from "./state.js";

const open = signal(""); // "", "resign", "invite", "react" or "more"
const close = () => {
  open.value = "";
};

const LINK_WORDS = { online: gettext("Connected"), connecting: gettext("Connecting"), waiting: gettext("Disconnected"), gone: gettext("Disconnected") };

function ConnectionDot() {
  const words = LINK_WORDS[link.value.state];
  return html`<span class=${`link-dot ${link.value.state}`} role="img" aria-label=${words} title=${words}></span>`;
}

function Progress() {
  const game = view.value;
  if (!game || game.status !== "playing") return null;
  return html`<span class="muted number">${interpolate(game.replay ? gettext("Round %(round)s of %(rounds)s, replay") : gettext("Round %(round)s of %(rounds)s"), { round: game.round, rounds: game.rounds })}</span>`;
}

/** Return what happens if I resign. `others`: the seats that play on. */
function resignWords(others) {
  if (others.length === 0) return gettext("The game ends, and your card stays as it is. You cannot undo this.");
  if (others.length > 1) return gettext("The other players continue, and your card stays as it is. You cannot undo this.");
  const words = gettext("%(name)s wins, and your card stays as it is. You cannot undo this.");
  return interpolate(words, { name: others[0].name });
}

function ResignDialog() {
  const yes = () => {
    resign();
    close();
  };
  const others = view.value.seats.filter((seat) => !seat.out && seat.seat !== mySeat.value);
  const then = resignWords(others);
  return html`
    <${Dialog} title=${gettext("Resign this game?")} onClose=${close}>
      <p>${then}</p>
      <div class="dialog-actions">
        <button type="button" class="button quiet" onClick=${close}>${gettext("Keep playing")}</button>
        <button type="button" class="button danger" onClick=${yes}>${gettext("Resign")}</button>
      </div>
    <//>
  `;
}

function Action({ name, label, onClick, kind = "" }) {
  return html`
    <button type="button" class=${`icon-button ${kind}`} aria-label=${label} title=${label} onClick=${onClick}>
      <${Icon} name=${name} />
    </button>
  `;
}

function ReactDialog() {
  return html`
    <${Dialog} title=${gettext("React")} onClose=${close} name="plain">
      <${Palette} onDone=${close} />
      <button type="button" class="button quiet block" onClick=${() => (close(), openChat())}>
        <${Icon} name="chat" />${gettext("Write a message")}
      </button>
    <//>
  `;
}

/** What has no room in the bar of a phone. */
function MoreDialog({ playing }) {
  const then = (what) => () => {
    close();
    what();
  };
  return html`
    <${Dialog} title=${gettext("Table")} onClose=${close} name="more">
      <div class="more-actions">
        <button type="button" class="button quiet block" onClick=${() => (open.value = "invite")}><${Icon} name="share" />${gettext("Invite")}</button>
        <button type="button" class="button quiet block" onClick=${then(() => (helpOpen.value = true))}><${Icon} name="help" />${gettext("Help and keys")}</button>
        <button type="button" class="button quiet block" onClick=${then(() => (settingsOpen.value = true))}><${Icon} name="settings" />${gettext("Settings")}</button>
        ${playing && html`<button type="button" class="button quiet block" onClick=${() => (open.value = "resign")}><${Icon} name="white-flag" />${gettext("Resign")}</button>`}
      </div>
    <//>
  `;
}

export function Toolbar() {
  const game = view.value;
  const { name } = room.value.variant;
  const playing = game?.status === "playing" && mySeat.value !== null && !game.seats[mySeat.value].out;
  return html`
    <header class=${playing ? "room-bar playing" : "room-bar"}>
      <a class="brand" href=${page.home} aria-label=${gettext("Yacht, home")}>
        <svg aria-hidden="true"><use href="#i-yacht" /></svg>
      </a>
      <div class="room-title">
        ${game?.status === "playing" ? html`<h1>${name}</h1>` : html`<b>${name}</b>`}
        <${Progress} />
      </div>
      <${Spectators} />
      <${ConnectionDot} />
      <nav class="room-actions" aria-label=${gettext("Table")}>
        ${game && html`<${SideButton} />`}
        <${MuteButton} />
        ${game && mayReact() && html`<${Action} name="smile" label=${gettext("React")} onClick=${() => (open.value = "react")} />`}
        ${game && html`<${Action} name="share" label=${gettext("Invite")} kind="roomy" onClick=${() => (open.value = "invite")} />`}
        ${playing && html`<${Action} name="white-flag" label=${gettext("Resign")} kind="roomy" onClick=${() => (open.value = "resign")} />`}
        <${Action} name="help" label=${gettext("Help and keys")} kind=${game ? "roomy" : ""} onClick=${() => (helpOpen.value = true)} />
        <${Action} name="settings" label=${gettext("Settings")} kind=${game ? "roomy" : ""} onClick=${() => (settingsOpen.value = true)} />
        ${game && html`<${Action} name="more" label=${gettext("More")} kind="cramped" onClick=${() => (open.value = "more")} />`}
      </nav>
      ${open.value === "react" && html`<${ReactDialog} />`}
      ${open.value === "more" && html`<${MoreDialog} playing=${playing} />`}
      ${open.value === "resign" && html`<${ResignDialog} />`}
      ${open.value === "invite" && html`<${Dialog} title=${gettext("Invite")} onClose=${close} name="plain"><${Invite} /><//>`}
    </header>
  `;
}
