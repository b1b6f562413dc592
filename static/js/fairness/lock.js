// Whether this browser may reveal its seed: only if fingerprint and seal stand unchanged in the locked list. Pure.

export const OTHER_DEVICE =
  "You sealed your seed on another device or in another browser. Open this table there, so that the game can begin.";
export const SEAL_REPLACED =
  "The seal that was locked for your seat is not the one that this browser gave. Your browser keeps its seed secret.";
export const SEALED_ELSEWHERE =
  "The seed of your seat comes from another device or browser of yours. If you did not open this table anywhere else, " +
  "somebody exchanged your seal: do not trust these dice.";
export const FINGERPRINT_REPLACED =
  "The fingerprint of the server’s secret has changed since your browser sealed your seed. Your browser keeps the seed " +
  "secret: with it, somebody could choose the dice.";

/** Return whether the last seal that this browser saw at the player's seat before the start was one of its `own`. */
export function isMine(own, record, player) {
  return own.some((seed) => seed.seal === record.seals[player]);
}

/**
 * Return {seed} that may be revealed, {warning}, {doubt} or {note} (texts for the player), or {} if nothing is to do.
 * `view`: a game of the scheme "sealed"; `mine`: my seat in it; `seeds`: all seeds of this browser for this game;
 * `record`: what this browser recorded before the start (see witness.js).
 */
export function judgeLock(view, mine, seeds, record) {
  const { commitment, seals } = view.fairness;
  const { player } = view.seats[mine];
  const own = seeds.filter((seed) => seed.player === player);
  const seed = own.find((each) => each.seal === seals[mine] && each.salt !== "");
  if (seed) {
    const unchanged = seed.commitment === commitment && record.commitment === commitment;
    return unchanged ? { seed } : { warning: FINGERPRINT_REPLACED };
  }
  const open = own.some((each) => each.seal === seals[mine]); // sent in the open, to a server that took no seals
  if (own.length > 0 && !open) return isMine(own, record, player) ? { warning: SEAL_REPLACED } : { doubt: SEALED_ELSEWHERE };
  return view.revealing?.includes(mine) ? { note: OTHER_DEVICE } : {};
}
