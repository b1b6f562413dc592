// The time until the end of the day as text.

const SECOND = 1000;

function padded(number) {
  return String(number).padStart(2, "0");
}

/** Return a duration in ms as hours, minutes and seconds: "5:07:09". */
export function leftWords(ms) {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  return `${Math.floor(seconds / 3600)}:${padded(Math.floor(seconds / 60) % 60)}:${padded(seconds % 60)}`;
}
