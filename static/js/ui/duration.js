// Remaining time as text.

import { gettext, interpolate } from "../language/language.js";

/** Return "0:24", "12 min" or "23 h" for `seconds`. */
export function duration(seconds) {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 7200) return interpolate(gettext("%(left)s h"), { left: Math.floor(left / 3600) });
  if (left >= 600) return interpolate(gettext("%(left)s min"), { left: Math.floor(left / 60) });
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
}
