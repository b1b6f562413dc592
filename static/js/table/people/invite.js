// The link to this table: copy it, share it, or show it as a QR code.

import { useState } from "preact/hooks";

import { logMark } from "../../fairness/proof-text.js";
import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { copyText } from "../../ui/clipboard.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { announce } from "../../ui/live-region.js";
import { ShareButton } from "../../ui/share-button.js";
import { useCode } from "../../ui/use-code.js";
import { myRoomSeat, room } from "../state/state.js";
import { HandOver } from "./device-players.js";

const COPIED_MS = 2200;

function address() {
  return `${location.origin}${location.pathname}`;
}

function invitation() {
  const { variant, next } = room.value;
  // Name the place in the public log, so that everyone who keeps the message can check the log later.
  return interpolate(gettext("Play %(name)s with me"), { name: gettext(variant.name) }) + ` (${logMark(next.entry)})`;
}

function CopyButton({ first }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(address()))) return;
    setCopied(true);
    announce(gettext("Copied"));
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return html`
    <button type="button" class=${first ? "button" : "button secondary"} onClick=${copy}>
      <${Icon} name=${copied ? "check" : "copy"} />${copied ? gettext("Copied") : gettext("Copy link")}
    </button>
  `;
}

function howToSit() {
  return room.value.rated
    ? gettext("Rated games need accounts.")
    : gettext("Send them this link. They only need a name, no account.");
}

/** People whom I know, behind a button: they are loaded when it is pressed. */
function KnownPeople() {
  const [shown, setShown] = useState(false);
  const code = useCode(() => import("./invite-people.js"), shown);
  if (!myRoomSeat.value) return null;
  return html`
    <button type="button" class="button secondary small" aria-expanded=${shown} onClick=${() => setShown(!shown)}>
      <${Icon} name="person" />${gettext("People you know")}
    </button>
    ${shown && code && html`<div class="known-people"><${code.InvitePeople} /></div>`}
  `;
}

/** `first`: nobody has come yet, so the page is mainly about inviting people. */
export function Invite({ first = false }) {
  const [shown, setShown] = useState(false);
  return html`
    <section class=${first ? "invite first" : "invite"} aria-labelledby="invite-title">
      <h2 id="invite-title" class="panel-title">${gettext("Invite your friends")}</h2>
      <p class="muted">${howToSit()}</p>
      <div class="input-row">
        <input class="input" readonly value=${address()} aria-label=${gettext("Invite your friends")} onFocus=${(event) => event.target.select()} />
        <${CopyButton} first=${first} />
      </div>
      <div class="cluster">
        <${ShareButton} text=${invitation()} link=${address()} style="secondary small" />
        <button
          type="button"
          class="button secondary small qr-button"
          aria-expanded=${shown}
          onClick=${() => setShown(!shown)}
        >
          <${Icon} name="qr" />${gettext("QR code")}
        </button>
        <${KnownPeople} />
      </div>
      ${(shown || first) &&
      html`<img class=${shown ? "qr shown" : "qr"} src=${page.qr} width="220" height="220" loading="lazy" alt=${gettext("QR code")} />`}
    </section>
    ${!first && html`<${HandOver} />`}
  `;
}
