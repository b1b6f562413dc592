// When a round begins, in `mode: rounds`. Pure.

export const MARGIN_MS = 150; // a roll must not reach the server before the round begins
const FIRST_MS = 1000; // do not wait for a first round that begins sooner

/**
 * Whether nobody may roll yet at `now`, because the last round is on show or the first one has not begun.
 * `begins`: when the round begins (ms); 0 if unknown.
 */
export function isBeforeRound(begins, isFirst, now) {
  return begins > 0 && begins + MARGIN_MS - now > (isFirst ? FIRST_MS : 0);
}
