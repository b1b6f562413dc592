// Percent of the field, as words.

import { percent } from "../language/language.js";

/** Return a result in percent (0 to 100) with one digit after the point. */
export function percentWords(result) {
  return percent(result / 100, 1);
}
