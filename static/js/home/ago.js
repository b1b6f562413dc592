// How long ago something happened, as text. Pure.

import { gettext, language } from "../language/language.js";

const FORMAT = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
const STEPS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
];

/** Return "just now", "3 minutes ago", "2 hours ago" or "yesterday" for `ms` milliseconds. */
export function agoWords(ms) {
  const seconds = ms / 1000;
  const step = STEPS.find(([, length]) => seconds >= length);
  return step ? FORMAT.format(-Math.floor(seconds / step[1]), step[0]) : gettext("just now");
}
