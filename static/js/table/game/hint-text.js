// A hint as text. Pure.

import { decimal, gettext, interpolate } from "../../language/language.js";
import { boxName, listed, worth } from "../../ui/event-text.js";

const OTHERS_SHOWN = 3;
const OTHERS_SPOKEN = 2;

function boxWords({ points, bonus, ...box }, sheet) {
  const counted = worth(sheet, box.column ?? 0, points + bonus);
  return interpolate(gettext("%(points)s in %(box)s"), { points: counted, box: boxName(sheet, box) });
}

/** Return a choice {keep, box} in short form: "keep 5 5 5", "15 in Fives", "roll all again". */
export function shortChoice({ keep, box }, sheet) {
  if (box) return boxWords(box, sheet);
  return keep.length === 0 ? gettext("roll all again") : interpolate(gettext("keep %(dice)s"), { dice: keep.join(" ") });
}

/** `total`: the points already on the card; `value`: the points expected from here on. */
function expectedScore({ value }, exact, total) {
  const words = exact ? gettext("expected final score %(score)s") : gettext("expected final score about %(score)s");
  return interpolate(words, { score: Math.round(total + value) });
}

/**
 * Return {best, others}: the best choice with its expected final score, and what the next choices
 * lose in points. `total`: the points already on the card.
 */
export function hintWords({ exact, options }, sheet, total) {
  const [first, ...rest] = options;
  const values = { choice: shortChoice(first, sheet), score: expectedScore(first, exact, total) };
  return {
    best: interpolate(gettext("Best: %(choice)s, %(score)s"), values),
    others: rest.slice(0, OTHERS_SHOWN).map((option) => `${shortChoice(option, sheet)}: −${decimal(option.loss)}`),
  };
}

/** Return a choice as a command: "keep 5, 5 and 5", "score 15 in Fives". */
function spoken({ keep, box }, sheet) {
  if (box) {
    const values = { points: worth(sheet, box.column ?? 0, box.points + box.bonus), box: boxName(sheet, box) };
    return interpolate(gettext("score %(points)s in %(box)s"), values);
  }
  if (keep.length === 0) return gettext("roll all again");
  return interpolate(gettext("keep %(dice)s"), { dice: listed(keep.map(String)) });
}

/** Return a hint as text for screen readers. */
export function spokenHint({ exact, options }, sheet, total) {
  const [first, ...rest] = options;
  const others = rest
    .slice(0, OTHERS_SPOKEN)
    .map((option) =>
      interpolate(gettext("%(choice)s, %(loss)s less"), { choice: spokenNext(option, sheet), loss: decimal(option.loss) }),
    );
  const values = { choice: spoken(first, sheet), score: expectedScore(first, exact, total), others: others.join("; ") };
  return interpolate(
    others.length > 0
      ? gettext("Hint: best is to %(choice)s, %(score)s. Next: %(others)s.")
      : gettext("Hint: best is to %(choice)s, %(score)s."),
    values,
  );
}

function spokenNext(option, sheet) {
  return option.box ? shortChoice(option, sheet) : spoken(option, sheet);
}
