// How totals with the same dice compare. Pure.

/** Whether all boxes of a seat's card are filled: there are as many as rounds. */
function isFull({ card }, rounds) {
  return card.columns.reduce((sum, { boxes }) => sum + Object.keys(boxes).length, 0) === rounds;
}

/** Return the seats with a full card, whose totals compare with perfect play. */
export function comparable({ seats, rounds }) {
  return seats.filter((seat) => isFull(seat, rounds));
}
