// The lobby's state: {seq, rows, online, searching, scores, featured}, newest row first.
// Pure.

/** The scores of games by room code. */
function byCode(scores) {
  return new Map(scores.map((score) => [score.code, score]));
}

/** Return the state from a `welcome` or `snapshot`: {seq, lobby}. */
export function readLobby({ seq, lobby }) {
  return { seq, ...lobby, scores: byCode(lobby.scores) };
}

/**
 * Apply an update {seq, set, gone, online, searching}, perhaps with `scores` and `featured`.
 * Returns {lobby, gap}: `gap` says that updates are missing and the whole lobby must be requested. Until it
 * arrives, nothing changes.
 */
export function takeUpdate(lobby, update) {
  if (update.seq <= lobby.seq) return { lobby, gap: false };
  if (update.seq > lobby.seq + 1) return { lobby, gap: true };
  const { type: _, set, gone, scores = [], ...changed } = update;
  const rows = mergeRows(lobby.rows, update);
  return { lobby: { ...lobby, ...changed, rows, scores: mergeScores(lobby.scores, scores, gone) }, gap: false };
}

function mergeScores(scores, changed, gone) {
  if (changed.length === 0 && gone.length === 0) return scores;
  const merged = new Map([...scores, ...byCode(changed)]);
  for (const code of gone) merged.delete(code);
  return merged;
}

/** Return `rows` with an update applied: known rows change in place, new ones come first. */
export function mergeRows(rows, { set, gone }) {
  const changed = new Map(set.map((row) => [row.code, row]));
  const left = new Set(gone);
  const kept = rows.filter((row) => !left.has(row.code)).map((row) => changed.get(row.code) ?? row);
  const known = new Set(rows.map((row) => row.code));
  return [...set.filter((row) => !known.has(row.code)), ...kept];
}

/** Return the rows of one kind: "room" or "game". */
export function rowsOf(rows, kind) {
  return rows.filter((row) => row.kind === kind);
}

/** Return whether a player (an id, or null) sits at the table with this room code. */
export function sitsAt(rows, code, player) {
  const row = rows.find((each) => each.code === code);
  return player !== null && Boolean(row?.players.some((each) => each.player === player));
}
