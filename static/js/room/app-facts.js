// What js/app asks about the game, as attributes of <html>: `data-game`, the game's status; `data-waits`, if
// the player waits for others in a game with a long clock.

import { effect } from "@preact/signals";

import { mySeat, myRoomSeat, myTurn, room, view } from "./state.js";

const LONG_CLOCK_S = 3600; // as in games/engine/clocks.py

function hasMoved() {
  const seat = mySeat.value === null ? null : view.value.seats[mySeat.value];
  return Boolean(seat) && (seat.turn.number > 1 || view.value.last?.seat === mySeat.value);
}

function waits() {
  if (!room.value || !(room.value.clock >= LONG_CLOCK_S)) return false;
  const status = view.value?.status;
  if (status === "playing") return hasMoved() && !myTurn.value;
  return Boolean(myRoomSeat.value) && status !== "finished" && status !== "aborted";
}

/** Keep the attributes up to date. */
export function tellApp() {
  const { documentElement: root } = document;
  effect(() => {
    root.dataset.game = view.value?.status ?? "";
    root.toggleAttribute("data-waits", waits());
  });
}
