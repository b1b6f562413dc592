// Dice and holds as text. Pure.

import { gettext, interpolate, listed } from "../language/language.js";

/** Return what is held: "Holding 5 and 5.", "Holding nothing." `held`: positions. */
export function holdWords(dice, held) {
  if (held.length === 0) return gettext("Holding nothing.");
  return interpolate(gettext("Holding %(dice)s."), { dice: listed(held.map((position) => String(dice[position]))) });
}
