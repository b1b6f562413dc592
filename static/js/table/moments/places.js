// Where things are on the table: boxes, seats, dice.

import { visible } from "./stage.js";

/** Return the seat's chip above the table: {target, at}, or null if it cannot be seen. */
export function seatPlace(seat) {
  return visible(`[data-seat="${seat}"]`);
}

/** Return a box, or the seat's chip if the box cannot be seen. */
export function boxPlace(seat, column, category) {
  return visible(`[data-box="${seat}/${column}/${category}"]`) ?? seatPlace(seat);
}

/** Return the bonus of a column, or the seat's chip if it cannot be seen. */
export function bonusPlace(seat, column) {
  return visible(`[data-box="${seat}/${column}/bonus"]`) ?? seatPlace(seat);
}

/** Return the dice on the table, in order. */
export function dice() {
  return [...document.querySelectorAll(".dice .die")];
}
