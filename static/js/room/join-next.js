// Spectators of a running game ask for a seat in the next one. Seats cannot change during a game, so this tab keeps
// the wish, and takes a seat as soon as the game is over and one is free.

import { effect, signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { announce } from "../ui/live-region.js";
import { Join, sit } from "./join.js";
import { myRoomSeat, room, you } from "./state.js";

const wished = signal(false);

function hasFreeSeat() {
  return room.value.seats.some((seat) => seat.player === null && !seat.closed);
}

/** Take a seat when the wish can come true. */
export function watchWish() {
  effect(() => {
    if (!wished.value || !room.value || you.value.player === null) return;
    if (myRoomSeat.value) wished.value = false;
    else if (room.value.status !== "playing" && hasFreeSeat()) {
      wished.value = false;
      sit();
    }
  });
}

function wish() {
  wished.value = true;
  announce(gettext("You’ll get a seat when this game is over."));
}

/** "You’re watching", and the way to a seat. */
export function JoinNext() {
  if (wished.value && you.value.player !== null) {
    return html`
      <div class="join-next" role="status">
        <p>${hasFreeSeat() ? gettext("You’ll get a seat when this game is over.") : gettext("You’ll get the first seat that is free.")}</p>
        <button type="button" class="button quiet small" onClick=${() => (wished.value = false)}>${gettext("Just watch")}</button>
      </div>
    `;
  }
  return html`
    <div class="join-next">
      <p><${Icon} name="eye" />${gettext("You’re watching")}</p>
      <${Join} label=${gettext("Join the next game")} onSit=${wish} />
    </div>
  `;
}
