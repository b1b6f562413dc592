// How totals with the same dice compare. Pure.

/** Whether all boxes of a seat's card are filled: there are as many as rounds. */
function isFull({ card }, rounds) {
  return card.columns.reduce((sum, { boxes }) => sum + Object.keys(boxes).length, 0) === rounds;
}

/**
 * Return {difference, percent} for each seat, or null for a seat without a full card. `difference`: from the mean of the
 * full cards, null for a single one. `percent`: of the score of perfect play, null while that is unknown.
 */
export function comparisons({ seats, rounds }, perfect) {
  const totals = seats.filter((seat) => isFull(seat, rounds)).map((seat) => seat.card.total);
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  return seats.map((seat) => {
    if (!isFull(seat, rounds)) return null;
    const { total } = seat.card;
    return { difference: totals.length > 1 ? total - mean : null, percent: perfect ? (100 * total) / perfect : null };
  });
}
