// Percent of the field, as words.

import { number } from "../language/language.js";

const FORMAT = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Return percent (0 to 100) with one digit after the point. */
export function percentWords(percent) {
  return number(percent / 100, FORMAT);
}
