// Who is on holiday: in games with a long clock, their turn does not end meanwhile.

import { serverNow } from "../../net/server-time.js";
import { room } from "../state/state.js";

/** Return from and until when the player of a seat is on holiday, now or next (ms since 1970). */
export function holidayOf({ player }) {
  return room.value.seats.find((seat) => seat.player === player)?.holiday ?? [0, 0];
}

export function isOnHoliday(seat) {
  const [from, until] = holidayOf(seat);
  return from <= serverNow() && serverNow() < until;
}
