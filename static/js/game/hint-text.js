// A hint as text. Pure.

import { boxName, listed } from "../ui/event-text.js";

const OTHERS_SHOWN = 3;
const OTHERS_SPOKEN = 2;

function boxWords({ points, bonus, ...box }, sheet) {
  return `${points + bonus} in ${boxName(sheet, box)}`;
}

/** Return a choice {keep, box} in short form: "keep 5 5 5", "15 in Fives", "roll all again". */
export function shortChoice({ keep, box }, sheet) {
  if (box) return boxWords(box, sheet);
  return keep.length === 0 ? "roll all again" : `keep ${keep.join(" ")}`;
}

/** `total`: the points already on the card; `value`: the points expected from here on. */
function expectedScore({ value }, exact, total) {
  return `expected final score ${exact ? "" : "about "}${Math.round(total + value)}`;
}

/**
 * Return {best, others}: the best choice with its expected final score, and what the next choices
 * lose in points. `total`: the points already on the card.
 */
export function hintWords({ exact, options }, sheet, total) {
  const [first, ...rest] = options;
  return {
    best: `Best: ${shortChoice(first, sheet)}, ${expectedScore(first, exact, total)}`,
    others: rest.slice(0, OTHERS_SHOWN).map((option) => `${shortChoice(option, sheet)}: −${option.loss.toFixed(1)}`),
  };
}

/** Return the same for screen readers. */
export function spokenHint({ exact, options }, sheet, total) {
  const [first, ...rest] = options;
  const spoken = (option) =>
    option.keep?.length > 0 ? `keep ${listed(option.keep.map(String))}` : shortChoice(option, sheet);
  const others = rest.slice(0, OTHERS_SPOKEN).map((option) => `${spoken(option)}, ${option.loss.toFixed(1)} less`);
  const next = others.length > 0 ? ` Next: ${others.join("; ")}.` : "";
  return `Hint: best is to ${spoken(first).replace(/^(\d)/, "score $1")}, ${expectedScore(first, exact, total)}.${next}`;
}
