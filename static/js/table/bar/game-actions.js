// The part of a room's top bar that belongs to a game: chat, reactions, invite and resign. Where there is no room for
// them, it also has the bar's other buttons.

import { signal } from "@preact/signals";

import { gettext, interpolate } from "../../language/language.js";
import { openSettings } from "../../membership/dialog.js";
import { MuteButton } from "../../sound/mute-button.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { useCode } from "../../ui/use-code.js";
import { mayReact, Palette } from "../chat/reactions.js";
import { openChat, SideButton } from "../chat/side-panel.js";
import { resign } from "../moves/commands.js";
import { helpOpen, screenOpen } from "../state/dialogs.js";
import { mySeat, room, sharesDevice, view } from "../state/state.js";
import { openTextMode } from "../text/text-mode.js";
import { Action } from "./toolbar.js";

const open = signal(""); // "", "resign", "invite", "react" or "more"
const close = () => {
  open.value = "";
};

function resignTitle() {
  if (!sharesDevice.value) return gettext("Resign this game?");
  return interpolate(gettext("Resign this game for %(name)s?"), { name: named(view.value.seats[mySeat.value].name) });
}

function ResignDialog() {
  const yes = () => {
    resign();
    close();
  };
  return html`
    <${Dialog} title=${resignTitle()} onClose=${close}>
      <p>${gettext("Your card stays as it is. You cannot undo this.")}</p>
      <div class="dialog-actions">
        <button type="button" class="button quiet" onClick=${close}>${gettext("Keep playing")}</button>
        <button type="button" class="button danger" onClick=${yes}>${gettext("Resign")}</button>
      </div>
    <//>
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

/** The actions that do not fit into the bar of a phone. */
function MoreDialog({ playing, invites }) {
  const then = (what) => () => {
    close();
    what();
  };
  return html`
    <${Dialog} title=${gettext("Table")} onClose=${close} name="more">
      <div class="more-actions">
        ${invites && html`<button type="button" class="button quiet block" onClick=${() => (open.value = "invite")}><${Icon} name="share" />${gettext("Invite")}</button>`}
        ${invites && html`<button type="button" class="button quiet block" onClick=${then(() => (screenOpen.value = true))}><${Icon} name="screen" />${gettext("Show on a screen")}</button>`}
        <button type="button" class="button quiet block" onClick=${then(() => (helpOpen.value = true))}><${Icon} name="help" />${gettext("How to play")}</button>
        <button type="button" class="button quiet block" onClick=${then(openTextMode)}><${Icon} name="edit" />${gettext("Text mode")}</button>
        <button type="button" class="button quiet block" onClick=${then(openSettings)}><${Icon} name="settings" />${gettext("Settings")}</button>
        ${playing && html`<button type="button" class="button quiet block" onClick=${() => (open.value = "resign")}><${Icon} name="white-flag" />${gettext("Resign")}</button>`}
      </div>
    <//>
  `;
}

function InviteDialog() {
  const code = useCode(() => import("../people/invite.js"), true);
  return code && html`<${Dialog} title=${gettext("Invite")} onClose=${close} name="plain"><${code.Invite} /><//>`;
}

/** `playing`: whether I play in the game on show. */
export function GameActions({ playing }) {
  // Nobody resigns in a duplicate event, and nobody else may see its tables.
  const isEvent = Boolean(room.value?.tournament && view.value?.share);
  const mayResign = playing && !isEvent;
  return html`
    <nav class="room-actions" aria-label=${gettext("Table")}>
      <${SideButton} />
      <${MuteButton} />
      ${mayReact() && html`<${Action} name="smile" label=${gettext("React")} onClick=${() => (open.value = "react")} />`}
      ${!isEvent && html`<${Action} name="share" label=${gettext("Invite")} kind="roomy" onClick=${() => (open.value = "invite")} />`}
      ${!isEvent && html`<${Action} name="screen" label=${gettext("Show on a screen")} word=${gettext("Screen")} kind="roomy" onClick=${() => (screenOpen.value = true)} />`}
      ${mayResign && html`<${Action} name="white-flag" label=${gettext("Resign")} kind="roomy" onClick=${() => (open.value = "resign")} />`}
      <${Action} name="help" label=${gettext("How to play")} kind="roomy" onClick=${() => (helpOpen.value = true)} />
      <${Action} name="settings" label=${gettext("Settings")} kind="roomy" onClick=${openSettings} />
      <${Action} name="more" label=${gettext("More")} kind="cramped" onClick=${() => (open.value = "more")} />
    </nav>
    ${open.value === "react" && html`<${ReactDialog} />`}
    ${open.value === "more" && html`<${MoreDialog} playing=${mayResign} invites=${!isEvent} />`}
    ${open.value === "resign" && html`<${ResignDialog} />`}
    ${open.value === "invite" && html`<${InviteDialog} />`}
  `;
}
