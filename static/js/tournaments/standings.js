// The standings as the server sends them: rows sorted by their number. Pure.

/** Return the state from a `welcome` or `snapshot`: {seq, tournament}. */
export function readTournament({ seq, tournament }) {
  return { seq, ...tournament, rows: sorted(tournament.rows) };
}

/**
 * Apply an update {seq, after, set, gone, ...}. Returns {tournament, gap}: `gap` says that updates are
 * missing and the whole must be requested. Until it arrives, nothing changes.
 */
export function takeUpdate(tournament, update) {
  if (update.seq <= tournament.seq) return { tournament, gap: false };
  if (update.after > tournament.seq) return { tournament, gap: true };
  const { type: _, after, set, gone, ...changed } = update;
  // The update may begin before my state. That does no harm: it has all rows that have changed since.
  return { tournament: { ...tournament, ...changed, rows: mergeRows(tournament.rows, set, gone) }, gap: false };
}

function mergeRows(rows, set, gone) {
  const left = new Set([...gone, ...set.map((row) => row.player)]);
  return sorted([...rows.filter((row) => !left.has(row.player)), ...set]);
}

function sorted(rows) {
  return [...rows].sort((one, other) => one.number - other.number);
}

/** Whether the rows of an arena have places: from the first points on. */
export function hasPlaces(rows) {
  return rows.length > 0 && rows[0].score > 0;
}

/** Return at most three rows with the first three places, of players who have played. */
export function podiumOf(rows) {
  return rows.filter((row) => row.games > 0 && row.place <= 3).slice(0, 3);
}

/**
 * Return what the tournament does at `now` (ms): "before", "running", "last" (nobody is paired any more),
 * "counting" or "finished". A duplicate event is "running" during its rounds.
 */
export function phaseOf({ starts, pairs_until: pairsUntil, ends, finished, duplicate }, now) {
  if (finished) return "finished";
  if (now < starts) return "before";
  if (duplicate) return duplicate.round > 0 && duplicate.counted < duplicate.rounds ? "running" : "counting";
  if (now >= ends) return "counting";
  return now < pairsUntil ? "running" : "last";
}
