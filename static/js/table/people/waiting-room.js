// The waiting room: the room before its first game, with settings, seats and the invitation.

import { isServerAlone, startWaitsFor } from "../../fairness/seat-seal.js";
import { gettext, interpolate, ngettext } from "../../language/language.js";
import { capitalize } from "../../ui/choice-text.js";
import { clockWords } from "../../ui/clock-text.js";
import { listed, sentence } from "../../ui/event-text.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { useLasting } from "../../ui/use-lasting.js";
import { seatName } from "../log/announcements.js";
import { ask } from "../moves/commands.js";
import { claimSeal } from "../seeds/sealing.js";
import { SeedsPanel, StorageWarning } from "../seeds/seeds-panel.js";
import { hasLongClock, isHost, isPaired, log, myRoomSeat, presence, room, view } from "../state/state.js";
import { StandInSwitch } from "./bot-picker.js";
import { Invite } from "./invite.js";
import { Ended, Join } from "./join.js";
import { SeatPicker } from "./seat-picker.js";

const SETTLING_MS = 1500; // browsers need a moment to seal

function seated() {
  return room.value.seats.filter((seat) => seat.player !== null);
}

function Settings() {
  const { variant, clock, mode, dice, sheet, rated, stand_ins: stands, public: isPublic } = room.value;
  const facts = [
    interpolate(ngettext("%(rounds)s round", "%(rounds)s rounds", sheet.rounds), { rounds: sheet.rounds }),
    ...variant.switches.map((each) => gettext(each.label)),
    capitalize(clockWords(clock)),
    ...(mode === "rounds" ? [gettext("All at once")] : []),
    ...(dice === "same" ? [gettext("Same dice for everybody")] : []),
    ...(rated ? [gettext("Rated")] : []),
    ...(stands ? [gettext("A bot replaces anyone who leaves")] : []),
    isPublic ? gettext("Public table") : gettext("Invitation only"),
  ];
  return html`<p class="facts">${facts.map((fact) => html`<span class="badge">${fact}</span>`)}</p>`;
}

/** After a cancelled start: who did not show their seed. The event itself is announced to screen readers. */
function CancelledStart() {
  if (view.value?.status !== "cancelled") return null;
  const event = log.value.findLast((each) => each.type === "game.cancelled");
  if (!event) return null;
  return html`
    <p class="notice warn">
      ${interpolate(gettext("%(sentence)s. No dice were thrown. The next start uses a new secret and new seeds."), {
        sentence: sentence(event, { name: seatName }),
      })}
    </p>
  `;
}

/** Shown as long as nobody at the table adds a seed. */
function ServerAlone() {
  const shown = useLasting(isServerAlone(room.value.seats), SETTLING_MS);
  if (!shown) return null;
  return html`<p class="notice" role="status">${gettext("Dice by the server alone: nobody at this table has added a seed.")}</p>`;
}

/** The people that a start waits for, besides the host. */
function StartWaits() {
  const { seats } = room.value;
  const { unsealed, away } = startWaitsFor(seats, presence.value.here);
  const gone = hasLongClock.value ? [] : away;
  const seeds = isServerAlone(seats) ? [] : unsealed.filter((name) => !gone.includes(name));
  const shown = useLasting(gone.length + seeds.length > 0, SETTLING_MS);
  if (!shown) return null;
  return html`
    <p class="hint center" role="status">
      ${gone.length > 0 && interpolate(gettext("%(gone)s must be here to start."), { gone: listed(gone) })} 
      ${seeds.length > 0 && interpolate(ngettext("%(seeds)s has not added a seed yet.", "%(seeds)s have not added a seed yet.", seeds.length), { seeds: listed(seeds) })}
    </p>
  `;
}

function start() {
  claimSeal();
  ask({ type: "start" });
}

function StartPanel() {
  if (room.value.ended && myRoomSeat.value) return html`<${Ended} />`;
  if (isPaired.value) {
    const words = hasLongClock.value ? gettext("The game starts once everyone has opened this table. You don’t have to wait here.") : gettext("The game starts when everyone is here.");
    return html`<p class="waiting-line" role="status">${words}</p>`;
  }
  const count = seated().length;
  if (isHost.value && myRoomSeat.value) {
    const alone = count === 1;
    return html`
      <div class="start">
        <button type="button" class=${alone ? "button quiet block" : "button large block"} onClick=${start}>
          ${alone ? gettext("Start alone") : interpolate(ngettext("Start with %(count)s player", "Start with %(count)s players", count), { count })}
        </button>
        ${!alone && html`<p class="hint center">${gettext("Everyone with a seat plays.")}</p>`}
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
        ${ready ? html`<${Icon} name="check" />${gettext("Ready")}` : gettext("I’m ready")}
      </button>
      <p class="hint center">${gettext("The host starts the game.")}</p>
    </div>
  `;
}

function hasFreeSeat() {
  return room.value.seats.some((seat) => seat.player === null && !seat.closed);
}

function JoinPanel() {
  if (myRoomSeat.value) return null;
  if (!hasFreeSeat()) return html`<p class="notice">${gettext("All seats are taken. You can stay and watch.")}</p>`;
  return html`<${Join} />`;
}

function eyebrow(host) {
  if (isPaired.value) return gettext("Your table is ready");
  return isHost.value || !host ? gettext("Your table") : interpolate(gettext("%(host)s invites you to"), { host });
}

/** Whether the host waits for others, so that the invitation comes first. */
function isInviting() {
  return isHost.value && !isPaired.value && !room.value.ended && seated().length < room.value.seats.filter(({ closed }) => !closed).length;
}

export function WaitingRoom() {
  const { variant, seats } = room.value;
  const host = seats.find((seat) => seat.player === room.value.host)?.name;
  const inviting = isInviting();
  // Nobody invites friends to a table where they cannot sit themselves.
  const mayInvite = !isPaired.value && (Boolean(myRoomSeat.value) || hasFreeSeat());
  return html`
    <div class=${inviting ? "waiting inviting" : "waiting"}>
      <section class="waiting-card felt">
        <p class="eyebrow">${eyebrow(host)}</p>
        <h1>${variant.name}</h1>
        <${Settings} />
        <${CancelledStart} />
        ${inviting && html`<${Invite} first=${seated().length === 1} />`}
        <${JoinPanel} />
        <${SeatPicker} />
        <${ServerAlone} />
        <${StorageWarning} />
        <${StartPanel} />
        <${StandInSwitch} />
      </section>
      <div class="stack">
        ${!inviting && mayInvite && html`<div class="panel"><${Invite} /></div>`}
        <${SeedsPanel} />
      </div>
    </div>
  `;
}
