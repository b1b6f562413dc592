// How long to wait before connecting again: exponential, with full jitter, so that the players of a
// restarted server do not all come back in the same instant.

const FIRST_MS = 500;
const FACTOR = 1.8;
const MAX_MS = 20_000;

/** Return milliseconds to wait before try `attempt` (0-based); `random` returns [0, 1). */
export function backoff(attempt, random = Math.random) {
  return Math.round(random() * Math.min(MAX_MS, FIRST_MS * FACTOR ** attempt));
}
