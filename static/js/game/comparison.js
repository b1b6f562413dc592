// How totals with the same dice compare. Pure.

/**
 * Return {difference, percent} for each seat, null for one that has resigned. `difference`: to the mean of the full cards,
 * null for a single one; `percent`: of what perfect play scores, null while that is unknown.
 */
export function comparisons(seats, perfect) {
  const totals = seats.filter((seat) => !seat.out).map((seat) => seat.card.total);
  const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
  return seats.map(({ out, card: { total } }) =>
    out ? null : { difference: totals.length > 1 ? total - mean : null, percent: perfect ? (100 * total) / perfect : null },
  );
}
