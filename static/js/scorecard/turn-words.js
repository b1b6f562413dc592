// What the buttons of a turn say. Pure.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { boxName, worth } from "../ui/event-text.js";

/** Return what the button says that scores a box: "Score 25 in Full house". */
export function scoreWords(sheet, option) {
  const counted = (points) => worth(sheet, option.column, points);
  const points = option.bonus > 0 ? `${counted(option.points)} +${counted(option.bonus)}` : counted(option.points);
  return interpolate(gettext("Score %(points)s in %(box)s"), { points, box: boxName(sheet, option) });
}

/** Return what the button says that rolls. `held`: how many of the `dice` stay; `isFirst`: whether the turn begins. */
export function rollWords(dice, held, isFirst = false) {
  if (isFirst) return gettext("Roll the dice");
  if (held === dice) return gettext("All dice held");
  // A text has plural forms everywhere or nowhere.
  return held === 0 ? gettext("Roll all again") : interpolate(ngettext("Roll %(count)s again", "Roll %(count)s again", dice - held), { count: dice - held });
}
