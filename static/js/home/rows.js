// The lobby's state: {seq, rows, online, searching}, newest row first. Pure.

/** Return the state from a `welcome` or `snapshot`: {seq, lobby: {rows, online, searching}}. */
export function readLobby({ seq, lobby }) {
  return { seq, ...lobby };
}

/**
 * Apply an update {seq, set, gone, online, searching}. Returns {lobby, gap}: `gap` says that updates
 * are missing and the whole lobby must be requested. Until it arrives, nothing changes.
 */
export function takeUpdate(lobby, update) {
  if (update.seq <= lobby.seq) return { lobby, gap: false };
  if (update.seq > lobby.seq + 1) return { lobby, gap: true };
  const { seq, online, searching } = update;
  return { lobby: { seq, rows: mergeRows(lobby.rows, update), online, searching }, gap: false };
}

/** Return `rows` with an update applied: known rows change in place, new ones come first. */
export function mergeRows(rows, { set, gone }) {
  const changed = new Map(set.map((row) => [row.code, row]));
  const left = new Set(gone);
  const kept = rows.filter((row) => !left.has(row.code)).map((row) => changed.get(row.code) ?? row);
  const known = new Set(rows.map((row) => row.code));
  return [...set.filter((row) => !known.has(row.code)), ...kept];
}

/**
 * Return the rows of one kind that pass the filter {variant, rated}. "" means any; `rated` is
 * "rated" or "casual".
 */
export function filterRows(rows, kind, { variant = "", rated = "" }) {
  return rows.filter(
    (row) =>
      row.kind === kind &&
      (variant === "" || row.variant.id === variant) &&
      (rated === "" || row.rated === (rated === "rated")),
  );
}
