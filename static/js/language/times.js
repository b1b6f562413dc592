// Times as text, in the time zone of the browser and the language of the page. No other module writes times.
// games/platform/language/formats.py has the same styles for pages and mail.

import { gettext, interpolate, language } from "./language.js";

const STYLES = {
  date: { dateStyle: "long" },
  short: { dateStyle: "medium" },
  moment: { dateStyle: "medium", timeStyle: "short" },
  time: { timeStyle: "short" },
  day: { weekday: "short", day: "numeric", month: "short" },
  month: { month: "long", year: "numeric" },
  // Of charts.
  years: { month: "short", year: "numeric" },
  days: { day: "numeric", month: "short" },
  hours: { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
};
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const formats = new Map();

function format(style) {
  // "5 Jan 2026, 14:02", as the server writes it.
  if (!formats.has(style)) formats.set(style, new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, STYLES[style]));
  return formats.get(style);
}

/** How many minutes local time is ahead of UTC. */
function offset(ms) {
  return -new Date(ms).getTimezoneOffset();
}

/** Whether the clocks are set back around this time, so that its time of day comes twice. */
function isTwice(ms) {
  return [-HOUR_MS, HOUR_MS].some((step) => {
    const other = offset(ms + step);
    return other !== offset(ms) && offset(ms + (offset(ms) - other) * MINUTE_MS) === other;
  });
}

/** Return "UTC−5" or "UTC+5:45". */
function offsetText(ms) {
  const minutes = offset(ms);
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

function midnight(ms) {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** Return "today at 19:00"; further away than tomorrow, the date and the time. */
function untilText(ms, now) {
  const days = Math.round((midnight(ms) - midnight(now)) / DAY_MS);
  if (Math.abs(days) > 1) return timeText(ms, "moment");
  const day = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  return interpolate(gettext("%(day)s at %(time)s"), { day, time: timeText(ms, "time") });
}

/**
 * Return a time (ms since 1970, a Date or its text) as text. `style`: a key of STYLES, or "until". A time of day that
 * comes twice, when clocks are set back, names its distance from UTC.
 */
export function timeText(value, style, now = Date.now()) {
  const ms = new Date(value).getTime();
  if (style === "until") return untilText(ms, now);
  const text = format(style).format(ms);
  return STYLES[style].timeStyle && isTwice(ms) ? `${text} ${offsetText(ms)}` : text;
}

/** Return the name of the browser's time zone, such as "America/New_York". */
export function browserZone() {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}
