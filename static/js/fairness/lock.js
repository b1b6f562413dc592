// Whether this browser may reveal its seed: only if fingerprint and seal stand unchanged in the locked list. Pure.

import { gettext } from "../language/language.js";

export const OTHER_DEVICE = gettext("Your seed is in another browser. Open this table there, so that the game can begin.");
export const SEAL_REPLACED = gettext("The seal of your seat is not yours, so your browser keeps its seed secret. Don’t trust these dice.");
export const SEALED_ELSEWHERE = gettext("The seed of your seat comes from another browser. If it is not yours, don’t trust these dice.");
export const SEALED_TOO_LATE = gettext("Your seed came too late for this game. The server knew the one that is there instead.");
export const FINGERPRINT_REPLACED = gettext("The fingerprint of the secret has changed, so your browser keeps its seed secret. Don’t trust these dice.");

/**
 * Return {warning} or {doubt} about a seat whose seal is not one of this browser's `own`. It depends on the last seal that
 * this browser saw at the seat before the start.
 */
export function judgeForeignSeal(own, record, player) {
  const last = record.seals[player];
  if (own.some((seed) => seed.seal === last)) return { warning: SEAL_REPLACED };
  return { doubt: last ? SEALED_ELSEWHERE : SEALED_TOO_LATE };
}

/**
 * Return {seed} that may be revealed, {warning}, {doubt} or {note} (texts for the player), or {} for nothing to do.
 * `view`: a game that has started; `mine`: my seat in it; `seeds`: all seeds of this browser for this game; `record`:
 * what this browser recorded before the start (see witness.js).
 */
export function judgeLock(view, mine, seeds, record) {
  const { commitment, seals } = view.fairness;
  const { player } = view.seats[mine];
  const own = seeds.filter((seed) => seed.player === player);
  if (own.length === 0) return view.revealing?.includes(mine) ? { note: OTHER_DEVICE } : {};
  const seed = own.find((each) => each.seal === seals[mine]);
  if (!seed) return judgeForeignSeal(own, record, player);
  if (seed.commitment !== commitment || record.commitment !== commitment) return { warning: FINGERPRINT_REPLACED };
  return { seed };
}
