// Remaining time as text.

/** Return "0:24", "12 min" or "23 h" for `seconds`. */
export function duration(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 7200) return `${Math.floor(left / 3600)} h`;
  if (left >= 600) return `${Math.floor(left / 60)} min`;
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
