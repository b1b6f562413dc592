// Tells js/app about the game by attributes of <html>: `data-game`, the game's status, and `data-waits`, if the player
// waits for others in a game with a long clock.

import { effect } from "@preact/signals";

import { waitsLong } from "./state/long-wait.js";
import { hasLongClock, mySeat, myRoomSeat, myTurn, view } from "./state/state.js";

function waits() {
  return waitsLong({
    isLong: hasLongClock.value,
    status: view.value?.status,
    seat: mySeat.value,
    isTurn: myTurn.value,
    isSeated: Boolean(myRoomSeat.value),
  });
}

/** Keep the attributes up to date. */
export function tellApp() {
  const { documentElement: root } = document;
  effect(() => {
    root.dataset.game = view.value?.status ?? "";
    root.toggleAttribute("data-waits", waits());
  });
}
