// Whether a player waits for others in a game with a long clock. Pure.

const LONG_CLOCK_S = 3600; // as in games/engine/clocks.py

/**
 * `clock`: of the room, seconds or null. `status`: of the game, undefined before the first one. `seat`: the
 * player's in the game, or null; `isTurn`: whether it may act. `isSeated`: whether they sit in the room.
 */
export function waitsLong({ clock, status, seat, isTurn, isSeated }) {
  if (!(clock >= LONG_CLOCK_S)) return false;
  if (status === "playing") return seat !== null && !isTurn;
  return isSeated && status !== "finished" && status !== "aborted";
}
