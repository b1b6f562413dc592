// Players who share this device: add one, and hand a seat over to the phone of its player.

import { signal } from "@preact/signals";

import { gettext, interpolate } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { CopyButton } from "../../ui/copy-button.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { named } from "../../ui/typed.js";
import { ask } from "../moves/commands.js";
import { passes, setPasses } from "../state/passing.js";
import { isHost, isPaired, myRoomSeat, newcomer, offered, presence, room, you } from "../state/state.js";

const MOST_SEATS = 8;
const open = signal(false); // whether the field for a name is shown

/** Return how a seat's player shares a device, in words; "" if they do not. */
export function deviceWords({ operator, player }) {
  if (!operator || operator === player) return "";
  if (operator === you.value.player) return gettext("on this device");
  const name = room.value.seats.find((seat) => seat.player === operator)?.name;
  return name ? interpolate(gettext("with %(name)s"), { name: named(name) }) : gettext("on another device");
}

/** Whether I act for the player of a seat in the room. */
export function isOnMyDevice({ operator, player }) {
  return Boolean(operator) && operator === you.value.player && operator !== player;
}

/** Whether I added a player whose seat somebody else took over, and that person has left. */
export function mayTakeBack({ operator, lender }) {
  return lender === you.value.player && operator !== lender && !presence.value.here.includes(operator);
}

function mayAdd() {
  const { rated, public: isPublic, mode, talk, tournament, ended, status, seats } = room.value;
  if (rated || isPublic || mode === "rounds" || talk || tournament || ended || status === "playing" || isPaired.value) return false;
  const hasRoom = seats.length < MOST_SEATS || seats.some((seat) => seat.player === null && !seat.closed);
  return hasRoom && Boolean(myRoomSeat.value || isHost.value);
}

function NameField() {
  const { name, isSent } = newcomer.value;
  const add = (event) => {
    event.preventDefault();
    if (isSent || !name.trim()) return;
    ask({ type: "add_local", name: name.trim() });
    newcomer.value = { name, isSent: true };
  };
  return html`
    <form class="field" onSubmit=${add}>
      <label for="local-name">${gettext("Name of a player")}</label>
      <div class="input-row">
        <input id="local-name" autocomplete="off" spellcheck="false" maxlength=${page.nameLength} value=${name} onInput=${(event) => (newcomer.value = { name: event.target.value })} />
        <button class="button">${gettext("Add")}</button>
      </div>
    </form>
  `;
}

/** Between games: add players on this device. */
export function AddOnDevice() {
  const shares = room.value.seats.some(isOnMyDevice);
  if (!mayAdd() && !shares) return null;
  return html`
    <div class="device-add stack tight">
      ${mayAdd() &&
      html`<button type="button" class="button quiet small" aria-expanded=${open.value} onClick=${() => (open.value = !open.value)}><${Icon} name="person" />${gettext("Add a player on this device")}</button>`}
      ${mayAdd() && open.value && html`<${NameField} />`}
      ${shares &&
      html`<label class="switch"><span>${gettext("Show whose turn it is before each turn")}</span><input type="checkbox" checked=${passes.value} onChange=${(event) => setPasses(event.target.checked)} /></label>`}
    </div>
  `;
}

function Offer({ name, path }) {
  const link = `${location.origin}${path}`;
  return html`
    <div class="stack tight seat-offer">
      <p>${interpolate(gettext("%(name)s opens this link or scans the code. It works once, for 15 minutes."), { name: named(name) })}</p>
      <div class="input-row">
        <input class="input" readonly value=${link} aria-label=${gettext("Link to the seat")} onFocus=${(event) => event.target.select()} />
        <${CopyButton} text=${link} label=${gettext("Copy link")} />
      </div>
      <img class="qr shown" src=${`${path}qr.svg`} width="220" height="220" alt=${gettext("QR code")} />
    </div>
  `;
}

/** Players on this device get a link with which they play on with their own phones; and back. */
export function HandOver() {
  const seats = room.value.seats.filter(isOnMyDevice);
  const left = room.value.seats.filter(mayTakeBack);
  if (seats.length + left.length === 0) return null;
  const shown = seats.find(({ seat }) => seat === offered.value?.seat);
  return html`
    <section class="stack tight hand-over" aria-labelledby="hand-over-title">
      <h2 id="hand-over-title" class="panel-title">${gettext("Play on with your own phone")}</h2>
      <div class="cluster">
        ${seats.map(({ seat, name }) => html`<button type="button" class="button secondary small" key=${seat} onClick=${() => ask({ type: "offer_seat", seat })}><span>${interpolate(gettext("Hand over to %(name)s"), { name: named(name) })}</span></button>`)}
        ${left.map(({ seat, name }) => html`<button type="button" class="button secondary small" key=${seat} onClick=${() => ask({ type: "take_back", seat })}><span>${interpolate(gettext("Play for %(name)s again"), { name: named(name) })}</span></button>`)}
      </div>
      ${shown && html`<${Offer} name=${shown.name} path=${offered.value.path} />`}
    </section>
  `;
}
