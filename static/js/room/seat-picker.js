// The room's seats between games: who sits where, and what the host can do about it.

import { Emblem } from "../ui/bots.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { AddBot } from "./bot-picker.js";
import { ask, leave } from "./commands.js";
import { sit } from "./join.js";
import { isHost, myChair, presence, room, you } from "./state.js";

function IconAction({ name, label, onClick }) {
  return html`
    <button type="button" class="icon-button" aria-label=${label} title=${label} onClick=${onClick}>
      <${Icon} name=${name} />
    </button>
  `;
}

function Marks({ chair }) {
  const here = chair.bot || presence.value.here.includes(chair.player);
  return html`
    ${chair.player === room.value.host && html`<span class="badge">host</span>`}
    ${chair.bot && html`<span class="badge"><${Icon} name="robot" />bot</span>`}
    ${!here && html`<span class="badge">away</span>`}
    ${chair.ready && !chair.bot && html`<span class="badge good"><${Icon} name="check" />ready</span>`}
  `;
}

function Taken({ chair }) {
  const mine = chair.player === you.value.player;
  const remove = () => ask({ type: "remove", seat: chair.seat });
  return html`
    <${Emblem} seat=${chair.seat} persona=${chair.persona} />
    <span class="row-main row-title">${chair.name}${mine && html` <small class="muted">(you)</small>`}</span>
    <span class="row-end">
      <${Marks} chair=${chair} />
      ${mine &&
      html`<button type="button" class="button quiet small" onClick=${leave}>Leave</button>`}
      ${!mine && isHost.value && html`<${IconAction} name="close" label=${`Remove ${chair.name}`} onClick=${remove} />`}
    </span>
  `;
}

function Free({ chair }) {
  const maySit = !chair.closed && you.value.player !== null && !myChair.value;
  const toggle = () => ask({ type: chair.closed ? "open" : "close", seat: chair.seat });
  return html`
    <span class="empty-flag" aria-hidden="true"></span>
    <span class="row-main muted">${chair.closed ? "Closed" : "Free seat"}</span>
    <span class="row-end">
      ${maySit &&
      html`<button type="button" class="button secondary small" onClick=${() => sit(chair.seat)}>Sit here</button>`}
      ${!chair.closed && html`<${AddBot} seat=${chair.seat} />`}
      ${isHost.value &&
      html`<${IconAction}
        name=${chair.closed ? "unlock" : "lock"}
        label=${`${chair.closed ? "Open" : "Close"} seat ${chair.seat + 1}`}
        onClick=${toggle}
      />`}
    </span>
  `;
}

export function Chairs() {
  return html`
    <ul class="list chairs" aria-label="Seats">
      ${room.value.seats.map(
        (chair) => html`
          <li class="row" key=${chair.seat}>
            ${chair.player === null ? html`<${Free} chair=${chair} />` : html`<${Taken} chair=${chair} />`}
          </li>
        `,
      )}
    </ul>
  `;
}
