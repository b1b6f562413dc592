// Whether this browser may reveal its seed: only if fingerprint and seal stand unchanged in the locked list. Pure.

export const OTHER_DEVICE =
  "You sealed your seed on another device or in another browser. Open this table there, so that the game can begin.";
export const SEAL_REPLACED =
  "The seal that was locked for your seat does not come from this browser. Your browser keeps its seed secret. If you did " +
  "not open this table on another device, somebody exchanged your seal.";
export const FINGERPRINT_REPLACED =
  "The fingerprint of the server’s secret has changed since your browser sealed your seed. Your browser keeps the seed " +
  "secret: with it, somebody could choose the dice.";

/**
 * Return {seed} that may be revealed, {warning} or {note} (texts for the player), or {} if nothing is to do. `view`: a
 * game of the scheme "sealed"; `mine`: my seat in it; `seeds`: all seeds of this browser for this game; `recorded`: the
 * fingerprint that this browser recorded first.
 */
export function judgeLock(view, mine, seeds, recorded) {
  const { commitment, seals } = view.fairness;
  const { player } = view.seats[mine];
  const own = seeds.filter((seed) => seed.player === player);
  const seed = own.find((each) => each.seal === seals[mine] && each.salt !== "");
  if (seed) {
    const unchanged = seed.commitment === commitment && recorded === commitment;
    return unchanged ? { seed } : { warning: FINGERPRINT_REPLACED };
  }
  const open = own.some((each) => each.seal === seals[mine]); // sent in the open, to a server that took no seals
  if (own.length > 0 && !open) return { warning: SEAL_REPLACED };
  return view.revealing?.includes(mine) ? { note: OTHER_DEVICE } : {};
}
