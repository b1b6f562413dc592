// A hint in words. Pure.

import { boxName, listed } from "../ui/event-text.js";

const TOLD = 3; // of the other choices: more is no help
const SPOKEN = 2;

function boxWords({ points, bonus, ...box }, sheet) {
  const name = boxName(sheet, box);
  return points + bonus === 0 ? `cross out ${name}` : `${points + bonus} in ${name}`;
}

/** Return what a choice {keep, box} means, short: "keep 5 5 5", "15 in Fives", "roll all". */
export function shortChoice({ keep, box }, sheet) {
  if (box) return boxWords(box, sheet);
  return keep.length === 0 ? "roll all again" : `keep ${keep.join(" ")}`;
}

function worth({ value }, exact) {
  return `worth ${exact ? "" : "about "}${value.toFixed(1)}`;
}

/** Return {best, others}: the best choice and what it is worth, and what the next ones lose. */
export function hintWords({ exact, options }, sheet) {
  const [first, ...rest] = options;
  return {
    best: `Best: ${shortChoice(first, sheet)}, ${worth(first, exact)}`,
    others: rest.slice(0, TOLD).map((option) => `${shortChoice(option, sheet)}: −${option.loss.toFixed(1)}`),
  };
}

/** Return the same as a sentence that is spoken. */
export function spokenHint({ exact, options }, sheet) {
  const [first, ...rest] = options;
  const spoken = (option) =>
    option.keep?.length > 0 ? `keep ${listed(option.keep.map(String))}` : shortChoice(option, sheet);
  const others = rest.slice(0, SPOKEN).map((option) => `${spoken(option)}, ${option.loss.toFixed(1)} less`);
  const then = others.length > 0 ? ` Next: ${others.join("; ")}.` : "";
  return `Hint: best is to ${spoken(first).replace(/^(\d)/, "score $1")}, ${worth(first, exact)} points to come.${then}`;
}
