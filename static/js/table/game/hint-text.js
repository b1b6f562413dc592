// A hint as text. Pure.

import { decimal, gettext, interpolate } from "../../language/language.js";
import { boxName, worth } from "../../ui/event-text.js";

const OTHERS_SHOWN = 3;

function boxWords({ points, bonus, ...box }, sheet) {
  const counted = worth(sheet, box.column ?? 0, points + bonus);
  return interpolate(gettext("%(points)s in %(box)s"), { points: counted, box: boxName(sheet, box) });
}

/** Return a choice {keep, box} in short form: "keep 5 5 5", "15 in Fives", "roll all again". */
export function shortChoice({ keep, box }, sheet) {
  if (box) return boxWords(box, sheet);
  return keep.length === 0 ? gettext("roll all again") : interpolate(gettext("keep %(dice)s"), { dice: keep.join(" ") });
}

/**
 * Return {best, others}: the best choice with the final score that it leads to, and what the next choices
 * lose in points. `total`: the points already on the card.
 */
export function hintWords({ options }, sheet, total) {
  const [first, ...rest] = options;
  const values = { choice: shortChoice(first, sheet), score: Math.round(total + first.value) };
  return {
    best: interpolate(gettext("Best: %(choice)s. Final score about %(score)s."), values),
    others: rest.slice(0, OTHERS_SHOWN).map((option) => `${shortChoice(option, sheet)}: −${decimal(option.loss)}`),
  };
}
