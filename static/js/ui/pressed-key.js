// Which key was pressed, on any keyboard layout. Pure.
//
// Shortcuts are letters of the Latin alphabet and digits. A Cyrillic, Greek or Hebrew keyboard has no such letters, and on
// a French or Czech one the digits need Shift. There the place of the key counts (`code`, as on a US keyboard).

const LATIN = /^[a-z0-9]$/i;
const DIGIT_PLACE = /^(?:Digit|Numpad)([0-9])$/;
const LETTER_PLACE = /^Key([A-Z])$/;
/** What browsers report for a dead key, and while an input method is at work. */
const NAMELESS = new Set(["Dead", "Process", "Unidentified"]);

function isAscii(key) {
  return key.length === 1 && key.codePointAt(0) < 0x80;
}

/** Return a Latin letter in lower case, a digit, or the name of the key as the browser gives it ("Enter", " ", "?"). */
export function pressedKey({ key, code = "", shiftKey = false }) {
  if (LATIN.test(key)) return key.toLowerCase();
  const isText = NAMELESS.has(key) || [...key].length === 1;
  if (!isText || key === " ") return key;
  // With Shift the places of the digits have "!" or "?", which may be shortcuts of their own.
  const digit = DIGIT_PLACE.exec(code);
  if (digit && !shiftKey) return digit[1];
  const letter = LETTER_PLACE.exec(code);
  // Punctuation stays: a Dvorak keyboard has it where others have letters.
  return letter && !isAscii(key) ? letter[1].toLowerCase() : key;
}

/** Return whether no modifier but Shift is pressed, so that the key may be a shortcut of the page. */
export function isPlainPress(event) {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !event.getModifierState?.("AltGraph");
}
