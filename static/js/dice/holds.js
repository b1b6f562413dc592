// Dice to hold: as positions, and in words. Pure.

import { gettext, interpolate, listed } from "../language/language.js";

/** Return what is held: "Holding 5 and 5.", "Holding nothing." `held`: positions. */
export function holdWords(dice, held) {
  if (held.length === 0) return gettext("Holding nothing.");
  return interpolate(gettext("Holding %(dice)s."), { dice: listed(held.map((position) => String(dice[position]))) });
}

/**
 * Return the positions, ascending, of dice that show `faces`; null if there are too few such dice.
 * Among equal dice, prefer dice that are already `held`.
 */
export function positionsOf(faces, dice, held) {
  const positions = dice.map((_, position) => position);
  const free = [...positions.filter((each) => held.includes(each)), ...positions.filter((each) => !held.includes(each))];
  const found = [];
  for (const face of faces) {
    const at = free.findIndex((position) => dice[position] === face);
    if (at < 0) return null;
    found.push(...free.splice(at, 1));
  }
  return found.sort((a, b) => a - b);
}
