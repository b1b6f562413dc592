// The standings of a duplicate event after a round, from the totals of everybody. Pure.

/**
 * Return the rows after a round, best first: {entry, total, percent, place}. `entries`: {totals, ...}, with the total
 * after each round. If a table ended early, its last totals count. Beating somebody counts 100 percent, a tie 50.
 */
export function standingsAfter(entries, round) {
  const rows = entries.map((entry) => ({ entry, total: entry.totals[Math.min(round, entry.totals.length) - 1] ?? 0 }));
  const count = (of) => rows.filter(of).length;
  const ranked = rows.map((row) => {
    const beaten = count(({ total }) => total < row.total);
    const ties = count(({ total }) => total === row.total) - 1;
    return { ...row, percent: (100 * (beaten + ties / 2)) / (rows.length - 1), place: rows.length - beaten - ties };
  });
  return ranked.sort((one, other) => one.place - other.place);
}
