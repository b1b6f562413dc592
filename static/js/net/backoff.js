// How long to wait before connecting again: exponential, with full jitter, so that the players of a
// restarted server do not all come back in the same instant.

const FIRST_MS = 500;
const FACTOR = 1.8;
// A restart takes a few seconds, and everybody should be back within ten. Without these shorter waits, one in a hundred
// players would be later.
const SOON = 8;
const MAX_SOON_MS = 5_000;
const MAX_MS = 20_000;

/** Return milliseconds to wait before try `attempt` (0-based); `random` returns [0, 1). */
export function backoff(attempt, random = Math.random) {
  const longest = attempt < SOON ? MAX_SOON_MS : MAX_MS;
  return Math.round(random() * Math.min(longest, FIRST_MS * FACTOR ** attempt));
}
