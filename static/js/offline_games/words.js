// What happens in a game as sentences. Pure.

import { gettext, interpolate, listed } from "../language/language.js";

export function rolledWords(who, { dice, roll, rolls }) {
  return interpolate(gettext("%(who)s rolled %(dice)s (%(which)s)"), { who, dice: listed(dice.map(String)), which: interpolate(gettext("roll %(roll)s of %(rolls)s"), { roll, rolls }) });
}

/** Return "Your turn" for the only person, else "Anna’s turn". `name`: as it is shown. */
export function titleWords({ bots }, seat, name) {
  const isAlone = bots[seat] === null && bots.filter((bot) => bot === null).length === 1;
  return isAlone ? gettext("Your turn") : interpolate(gettext("%(name)s’s turn"), { name });
}

/** Return why somebody cannot roll or hold now, or "". `turn`: see engine.js; `held`: how many dice. */
export function whyNoTurn({ bot, dice, left }, { name, held }) {
  if (bot !== null) return interpolate(gettext("%(name)s plays"), { name });
  if (!dice) return gettext("Roll first.");
  if (left === 0) return gettext("No rolls left. Score a box.");
  return held === dice.length ? `${gettext("All dice held")}.` : "";
}

/** Return a size such as "1.4 MB", in the reader's language. */
export function sizeWords(bytes, language) {
  return new Intl.NumberFormat(language, { style: "unit", unit: "megabyte", maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(Math.max(bytes, 100_000) / 1_000_000);
}
