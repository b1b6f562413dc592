// The waiting room: the room before its first game, with settings, seats and the invitation.

import { signal } from "@preact/signals";

import { isServerAlone, startWaitsFor } from "../../fairness/seat-seal.js";
import { gettext, interpolate, ngettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { listed, sentence } from "../../ui/event-text.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { roomFacts } from "../../ui/room-facts.js";
import { named } from "../../ui/typed.js";
import { useLasting } from "../../ui/use-lasting.js";
import { namedSeat } from "../log/announcements.js";
import { ask } from "../moves/commands.js";
import { claimSeal } from "../seeds/sealing.js";
import { FairDialog, FairDice, StorageWarning } from "../seeds/seeds-panel.js";
import { hasLongClock, isHost, isPaired, log, myRoomSeat, presence, room, rulesAddress, view } from "../state/state.js";
import { BotDialog, StandInSwitch } from "./bot-picker.js";
import { AddOnDevice } from "./device-players.js";
import { GameChange } from "./game-change.js";
import { Invite } from "./invite.js";
import { Ended, Join } from "./join.js";
import { ScreenBadge } from "./on-screen.js";
import { SeatPicker } from "./seat-picker.js";

const invites = signal(false); // whether a guest has opened the invitation
const SETTLING_MS = 1500; // browsers need a moment to seal

function seated() {
  return room.value.seats.filter((seat) => seat.player !== null);
}

function Settings() {
  const { stand_ins: stands, public: isPublic } = room.value;
  const facts = [
    ...roomFacts(room.value),
    ...(stands && !isHost.value ? [gettext("A bot replaces anyone who leaves")] : []),
    isPublic ? gettext("Public table") : gettext("Invitation only"),
  ];
  return html`<p class="table-facts">${facts.map((fact) => html`<span>${fact}</span>`)}</p>`;
}

/** After a cancelled start: who did not show their seed. The event itself is announced to screen readers. */
function CancelledStart() {
  if (view.value?.status !== "cancelled") return null;
  const event = log.value.findLast((each) => each.type === "game.cancelled");
  if (!event) return null;
  return html`
    <p class="notice warn">
      ${interpolate(gettext("%(sentence)s. You can start again."), { sentence: sentence(event, { name: namedSeat }) })}
    </p>
  `;
}

/** The people that a start waits for, besides the host. */
function StartWaits() {
  const { seats } = room.value;
  const { unsealed, away } = startWaitsFor(seats, presence.value.here);
  const gone = hasLongClock.value ? [] : away;
  const seeds = isServerAlone(seats) ? [] : unsealed.filter((name) => !gone.includes(name));
  const names = useLasting(gone.length + seeds.length > 0, SETTLING_MS) ? [...gone, ...seeds] : [];
  // Its line is always there, so that nothing moves.
  return html`<p class="hint center start-line" role="status">${names.length > 0 && interpolate(gettext("Waiting for %(names)s"), { names: listed(names.map(named)) })}</p>`;
}

function start() {
  claimSeal();
  ask({ type: "start" });
}

function StartPanel() {
  if (room.value.ended && myRoomSeat.value) return html`<${Ended} />`;
  if (isPaired.value) {
    return html`<p class="waiting-line" role="status">${gettext("The game starts when everyone is here.")}</p>`;
  }
  const count = seated().length;
  if (isHost.value && myRoomSeat.value) {
    const words = ngettext("Start alone", "Start with %(count)s players", count);
    return html`
      <div class="start">
        <button type="button" class=${count === 1 ? "button secondary large block" : "button large block"} onClick=${start}>
          ${interpolate(words, { count })}
        </button>
        <${StartWaits} />
      </div>
    `;
  }
  if (!myRoomSeat.value) return null;
  const { ready } = myRoomSeat.value;
  return html`
    <div class="start">
      <button
        type="button"
        class=${ready ? "button secondary large block" : "button large block"}
        aria-pressed=${ready}
        onClick=${() => ask({ type: "ready", ready: !ready })}
      >
        ${ready && html`<${Icon} name="check" />`}${gettext("I’m ready")}
      </button>
      <p class="hint center start-line">${myRoomSeat.value.agrees === false ? gettext("The host has changed the game. Are you in?") : gettext("The host starts the game.")}</p>
    </div>
  `;
}

function hasFreeSeat() {
  return room.value.seats.some((seat) => seat.player === null && !seat.closed);
}

function JoinPanel() {
  if (myRoomSeat.value) return null;
  if (!hasFreeSeat()) return html`<p class="notice">${gettext("All seats are taken.")}</p>`;
  return html`<${Join} />`;
}

function eyebrow(host) {
  if (isPaired.value) return gettext("Your table is ready");
  return isHost.value || !host ? gettext("Your table") : interpolate(gettext("%(host)s invites you to"), { host: named(host) });
}

/** Whether I am here to invite others: the link comes first, and stays in its place when they come. */
function isInviting() {
  return isHost.value && !isPaired.value && !room.value.ended && room.value.seats.length > 1;
}

/** House rules have a page: what differs, and how the bots play by them. */
function RulesBadge() {
  if (!room.value.variant.id.includes("+")) return null;
  return html`<a class="badge fair-badge" href=${rulesAddress(page.rules)} target="_blank" rel="noopener">${gettext("House rules")}</a>`;
}

/** For guests: the invitation behind a button, because they came for the table. */
function InviteBadge() {
  return html`
    <button type="button" class="badge fair-badge" aria-haspopup="dialog" onClick=${() => (invites.value = true)}>
      <${Icon} name="share" />${gettext("Invite")}
    </button>
  `;
}

export function WaitingRoom() {
  const { variant, seats } = room.value;
  const host = seats.find((seat) => seat.player === room.value.host)?.name;
  const inviting = isInviting();
  // Nobody invites friends to a table where they cannot sit themselves.
  const mayInvite = !inviting && !isPaired.value && seats.length > 1 && (Boolean(myRoomSeat.value) || hasFreeSeat());
  const buttons = html`<div class="facts"><${RulesBadge} /><${FairDice} />${mayInvite && html`<${InviteBadge} />`}<${ScreenBadge} /></div>`;
  // Guests first see what they came for: a seat.
  return html`
    <div class=${inviting ? "waiting inviting" : "waiting"}>
      <section class="waiting-card felt">
        <p class="eyebrow">${eyebrow(host)}</p>
        <h1>${gettext(variant.name)}</h1>
        <${Settings} />
        <${CancelledStart} />
        ${inviting && html`<${Invite} first=${true} />`}
        <${JoinPanel} />
        <${SeatPicker} />
        <${AddOnDevice} />
        <${StandInSwitch} />
        <${GameChange} />
        ${buttons}
        <${StorageWarning} />
        <${StartPanel} />
      </section>
      <${FairDialog} />
      <${BotDialog} />
      ${invites.value && html`<${Dialog} title=${gettext("Invite")} onClose=${() => (invites.value = false)} name="plain"><${Invite} /><//>`}
    </div>
  `;
}
