// The room's seats between games: who sits where, and the host's controls.

import { useEffect, useRef } from "preact/hooks";

import { gettext, interpolate } from "../../language/language.js";
import { Emblem } from "../../ui/bots.js";
import { GuestMark } from "../../ui/guest-mark.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { ask, leave } from "../moves/commands.js";
import { gamePart } from "../state/parts.js";
import { isHost, presence, room, you } from "../state/state.js";
import { AddBot } from "./bot-picker.js";
import { deviceWords, isOnMyDevice, mayTakeBack } from "./device-players.js";

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
    ${seat.player === room.value.host && html`<span class="badge">${gettext("host")}</span>`}
    ${seat.bot && html`<span class="badge"><${Icon} name="robot" />${gettext("bot")}</span>`}
    ${!here && html`<span class="badge">${gettext("away")}</span>`}
    ${seat.ready && !seat.bot && html`<span class="badge good"><${Icon} name="check" />${gettext("ready")}</span>`}
  `;
}

function Taken({ seat }) {
  const mine = seat.player === you.value.player;
  const local = isOnMyDevice(seat);
  const device = deviceWords(seat);
  const remove = () => ask({ type: "remove", seat: seat.seat });
  return html`
    <${Emblem} seat=${seat.seat} persona=${seat.persona} player=${seat.player} />
    <span class="row-main row-title">${named(seat.name)}<${GuestMark} guest=${seat.guest} />${mine && html` <small class="muted">${gettext("(you)")}</small>`}${device && html` <small class="muted">${device}</small>`}</span>
    <span class="row-end">
      <${Marks} seat=${seat} />
      ${mine &&
      html`<button type="button" class="button quiet small" onClick=${leave}>${gettext("Leave")}</button>`}
      ${local && html`<${IconAction} name="close" label=${interpolate(gettext("Remove %(name)s"), { name: seat.name })} onClick=${() => ask({ type: "stand", seat: seat.seat })} />`}
      ${mayTakeBack(seat) && html`<button type="button" class="button quiet small" onClick=${() => ask({ type: "take_back", seat: seat.seat })}>${gettext("Take back")}</button>`}
      ${!mine && !local && isHost.value && html`<${IconAction} name="close" label=${interpolate(gettext("Remove %(name)s"), { name: seat.name })} onClick=${remove} />`}
    </span>
  `;
}

function Free({ seat }) {
  const toggle = () => ask({ type: seat.closed ? "open" : "close", seat: seat.seat });
  return html`
    <span class="empty-flag" aria-hidden="true"></span>
    <span class="row-main muted">${seat.closed ? gettext("Closed") : gettext("Free seat")}</span>
    <span class="row-end">
      ${!seat.closed && html`<${AddBot} seat=${seat.seat} />`}
      ${isHost.value &&
      html`<${IconAction}
        name=${seat.closed ? "unlock" : "lock"}
        label=${interpolate(seat.closed ? gettext("Open seat %(seat)s") : gettext("Close seat %(seat)s"), { seat: seat.seat + 1 })}
        onClick=${toggle}
      />`}
    </span>
  `;
}

/** Return a function that tells whether a player has sat down since the page was opened. */
function useArrivals() {
  const known = useRef(null);
  const seated = room.value.seats.filter(({ player }) => player !== null).map(({ player }) => player);
  known.current ??= new Set(seated);
  const newest = seated.filter((player) => !known.current.has(player) && player !== you.value.player);
  useEffect(() => {
    if (newest.length > 0) gamePart.code.value?.cueArrival();
  }, [newest.length]);
  return (player) => newest.includes(player);
}

export function SeatPicker() {
  const hasArrived = useArrivals();
  const unsealed = ({ bot, seal, seed }) => !bot && !seal && !seed;
  return html`
    <ul class="list seat-list" aria-label=${gettext("Seats")}>
      ${room.value.seats.map((seat) =>
        seat.player === null
          ? html`<li class="row" key=${seat.seat}><${Free} seat=${seat} /></li>`
          : html`
              <li class=${hasArrived(seat.player) ? "row arrived" : "row"} key=${`${seat.seat}/${seat.player}`} data-unsealed=${unsealed(seat) || undefined}>
                <${Taken} seat=${seat} />
              </li>
            `,
      )}
    </ul>
  `;
}
