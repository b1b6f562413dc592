// The language of the page: texts, numbers and lists (times: times.js). docs/accessibility.md explains how texts
// are marked.
//
// In English, texts are shown as they are. In other languages, the server writes translations into bundles: nothing is
// left to translate but names that are data. Pages without bundles load a script with all texts before their modules
// (games/platform/language/browser.py). Both set `translations`: the texts, the names, and which form of a plural a number has.

const { texts = {}, names = {}, form } = globalThis.translations ?? {};

/** The language, such as "en" or "de". */
export const language = globalThis.document?.documentElement.lang || "en";

/** Return the translation of a text, or of a name that is data. */
export function gettext(text) {
  return texts[text] ?? names[text] ?? text;
}

/** Return the translation of a text that means different things: gettext with a `context`. */
export function pgettext(context, text) {
  return texts[`${context}|${text}`] ?? text;
}

/** Return the translation of `one` or `many`, whichever the language uses for `count`. In a translated bundle, `one` is
 *  the list of all forms. */
export function ngettext(one, many, count) {
  const forms = Array.isArray(one) ? one : texts[one];
  return forms?.[form(count)] ?? (count === 1 ? one : many);
}

const PLACEHOLDER = /%\((\w+)\)s/;
// Letters that are written from right to left, and marks that change the direction. games/platform/language/direction.py has them, too.
const TURNING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Return what people typed (a name, a title, a line of chat) for a text with other words or numbers: it moves nothing beside
 * it. Only for texts that are shown. Among elements, ui/typed.js does it.
 */
export function isolate(text) {
  return TURNING.test(text) || globalThis.document?.dir === "rtl" ? `\u2068${text}\u2069` : text;
}

/**
 * Return `text` with each "%(name)s" replaced by `values.name`: a list of texts and elements if a value is an element, else
 * a text. Numbers are written by locale, texts are isolated.
 */
export function interpolate(text, values) {
  const all = text.split(PLACEHOLDER).map((part, at) => (at % 2 === 0 ? part : shown(values[part])));
  const parts = all.filter((part) => part !== "");
  return parts.some(isElement) ? parts : parts.join("");
}

/** Return "Bonus: 35", with the sign between the two that the language uses. `value`: a text, a number, or elements. */
export function pair(name, value) {
  return interpolate(gettext("%(name)s: %(number)s"), { name, number: value });
}

function isElement(value) {
  return Object(value) === value;
}

function shown(value) {
  if (typeof value === "number") return number(value, { useGrouping: false });
  return typeof value === "string" ? isolate(value) : value;
}

const formats = new Map();

function format(kind, options) {
  const key = `${kind.name} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new kind(language, options));
  return formats.get(key);
}

/** Return a number as text, with a real minus sign. `options`: as for Intl.NumberFormat. */
export function number(value, options = {}) {
  return format(Intl.NumberFormat, { useGrouping: "min2", ...options }).format(value).replace("-", "−");
}

/** Return a number with `digits` decimals. */
export function decimal(value, digits = 1) {
  return number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Return a share (0 to 1) in percent, with `digits` decimals: "57%", in German "57 %". */
export function percent(share, digits = 0) {
  return number(share, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Return a list as text: "Alice, Bob, and Charlie"; as a list of texts and elements if one of `words` is an element. */
export function listed(words) {
  const list = format(Intl.ListFormat, { type: "conjunction" });
  if (!words.some(isElement)) return list.format(words.map(isolate));
  const left = [...words];
  return list.formatToParts(words.map(String)).map(({ type, value }) => (type === "element" ? left.shift() : value));
}
