// What a box scores, in a few words of the reader's language. Pure.

import { gettext, interpolate } from "../language/language.js";

const FIRST_ROLL = /; (\d+) more in the first roll$/;

/** Return a box's hint, which the server sends in English. It may end with what the first roll brings. */
export function boxHint(hint) {
  const [, points] = FIRST_ROLL.exec(hint) ?? [];
  const words = gettext(hint.replace(FIRST_ROLL, ""));
  return points ? interpolate(gettext("%(hint)s; %(points)s more in the first roll"), { hint: words, points }) : words;
}
