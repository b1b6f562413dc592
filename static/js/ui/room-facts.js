// What a table is like, in a few words each. Pure.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { capitalize } from "./choice-text.js";
import { clockWords } from "./clock-text.js";

/** Return the facts about the games of a room. */
export function roomFacts({ variant, clock, mode, dice, sheet, rated }) {
  return [
    interpolate(ngettext("%(rounds)s round", "%(rounds)s rounds", sheet.rounds), { rounds: sheet.rounds }),
    ...variant.switches.map((each) => gettext(each.label)),
    capitalize(clockWords(clock)),
    ...(mode === "rounds" ? [gettext("All at once")] : []),
    ...(dice === "same" ? [gettext("Same dice for everybody")] : []),
    ...(rated ? [gettext("Rated")] : []),
  ];
}
