// The room's seats between games: who sits where, and the host's controls.

import { Emblem } from "../ui/bots.js";
import { GuestMark } from "../ui/guest-mark.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { AddBot } from "./bot-picker.js";
import { ask, leave } from "./commands.js";
import { sit } from "./join.js";
import { isHost, myRoomSeat, presence, room, you } from "./state.js";

function IconAction({ name, label, onClick }) {
  return html`
    <button type="button" class="icon-button" aria-label=${label} title=${label} onClick=${onClick}>
      <${Icon} name=${name} />
    </button>
  `;
}

function Marks({ seat }) {
  const here = seat.bot || presence.value.here.includes(seat.player);
  return html`
    ${seat.player === room.value.host && html`<span class="badge">host</span>`}
    ${seat.bot && html`<span class="badge"><${Icon} name="robot" />bot</span>`}
    ${!here && html`<span class="badge">away</span>`}
    ${seat.ready && !seat.bot && html`<span class="badge good"><${Icon} name="check" />ready</span>`}
  `;
}

function Taken({ seat }) {
  const mine = seat.player === you.value.player;
  const remove = () => ask({ type: "remove", seat: seat.seat });
  return html`
    <${Emblem} seat=${seat.seat} persona=${seat.persona} />
    <span class="row-main row-title">${seat.name}<${GuestMark} guest=${seat.guest} />${mine && html` <small class="muted">(you)</small>`}</span>
    <span class="row-end">
      <${Marks} seat=${seat} />
      ${mine &&
      html`<button type="button" class="button quiet small" onClick=${leave}>Leave</button>`}
      ${!mine && isHost.value && html`<${IconAction} name="close" label=${`Remove ${seat.name}`} onClick=${remove} />`}
    </span>
  `;
}

function Free({ seat }) {
  const maySit = !seat.closed && you.value.player !== null && !myRoomSeat.value;
  const toggle = () => ask({ type: seat.closed ? "open" : "close", seat: seat.seat });
  return html`
    <span class="empty-flag" aria-hidden="true"></span>
    <span class="row-main muted">${seat.closed ? "Closed" : "Free seat"}</span>
    <span class="row-end">
      ${maySit &&
      html`<button type="button" class="button secondary small" onClick=${() => sit(seat.seat)}>Sit here</button>`}
      ${!seat.closed && html`<${AddBot} seat=${seat.seat} />`}
      ${isHost.value &&
      html`<${IconAction}
        name=${seat.closed ? "unlock" : "lock"}
        label=${`${seat.closed ? "Open" : "Close"} seat ${seat.seat + 1}`}
        onClick=${toggle}
      />`}
    </span>
  `;
}

export function SeatPicker() {
  return html`
    <ul class="list seat-list" aria-label="Seats">
      ${room.value.seats.map(
        (seat) => html`
          <li class="row" key=${seat.seat}>
            ${seat.player === null ? html`<${Free} seat=${seat} />` : html`<${Taken} seat=${seat} />`}
          </li>
        `,
      )}
    </ul>
  `;
}
