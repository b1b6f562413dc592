// Whether a player waits for others in a game with a long clock. Pure.

/**
 * `isLong`: whether the room's clock is long. `status`: of the game, undefined before the first one. `seat`: the
 * player's in the game, or null; `isTurn`: whether it may act. `isSeated`: whether they sit in the room.
 */
export function waitsLong({ isLong, status, seat, isTurn, isSeated }) {
  if (!isLong) return false;
  if (status === "playing") return seat !== null && !isTurn;
  return isSeated && status !== "finished" && status !== "aborted";
}
