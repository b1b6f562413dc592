// How many rolls a turn has. Pure.

/** Return how many rolls a turn has in all, with those that earlier turns have saved. */
export function rollsIn(sheet, turn) {
  return sheet.rolls + (turn.saved ?? 0);
}
