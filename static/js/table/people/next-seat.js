// Spectators of a running game ask for a seat in the next one. Seats cannot change during a game, so this tab keeps
// the wish, and takes a seat as soon as the game is over and one is free.

import { effect, signal } from "@preact/signals";

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { announce } from "../../ui/live-region.js";
import { myRoomSeat, room, you } from "../state/state.js";
import { Join, sit } from "./join.js";

const wished = signal(false);
let asked = false; // once for each time that a seat becomes free: somebody else may be faster, or the server refuse

function hasFreeSeat() {
  return room.value.seats.some((seat) => seat.player === null && !seat.closed);
}

function isPlaying() {
  return room.value.status === "playing";
}

function maySit() {
  return !isPlaying() && hasFreeSeat();
}

function takeFreeSeat() {
  const may = maySit();
  if (may && !asked) sit();
  asked = may;
}

/** Take a seat as soon as possible. The wish remains until I have one. */
export function watchWish() {
  effect(() => {
    if (!room.value || you.value.player === null) return;
    if (myRoomSeat.value) wished.value = false;
    if (wished.value) takeFreeSeat();
    else asked = false;
  });
}

function wish() {
  if (wished.value) return sit(); // the server has refused it once
  wished.value = true;
  if (isPlaying()) announce(gettext("You’ll get the next free seat."));
}

function Watching() {
  return html`<p><${Icon} name="eye" />${gettext("You’re watching")}</p>`;
}

/** "You’re watching", and the way to a seat. */
export function JoinNext() {
  if (room.value.tournament) return html`<div class="join-next"><${Watching} /></div>`;
  if (wished.value && you.value.player !== null && !maySit()) {
    return html`
      <div class="join-next" role="status">
        <p>${gettext("You’ll get the next free seat.")}</p>
        <button type="button" class="button quiet small" onClick=${() => (wished.value = false)}>${gettext("Just watch")}</button>
      </div>
    `;
  }
  return html`
    <div class="join-next">
      <${Watching} />
      <${Join} label=${gettext("Join the next game")} onSit=${wish} />
    </div>
  `;
}
