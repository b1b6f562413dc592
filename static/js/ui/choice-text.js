// Choices (dice to keep, or a box) and point values as text. Pure.

import { decimal, gettext, interpolate, ngettext, number } from "../language/language.js";
import { boxName, listed, worth } from "./event-text.js";

const GRADES = {
  best: gettext("Best"),
  fine: gettext("Fine"),
  inaccuracy: gettext("Inaccuracy"),
  mistake: gettext("Mistake"),
  blunder: gettext("Blunder"),
};

const COUNTED = {
  best: (count) => ngettext("%(count)s best", "%(count)s best", count),
  fine: (count) => ngettext("%(count)s fine", "%(count)s fine", count),
  inaccuracy: (count) => ngettext("%(count)s inaccuracy", "%(count)s inaccuracies", count),
  mistake: (count) => ngettext("%(count)s mistake", "%(count)s mistakes", count),
  blunder: (count) => ngettext("%(count)s blunder", "%(count)s blunders", count),
};

/** All grades, from the smallest loss to the largest. */
export const GRADE_NAMES = Object.keys(GRADES);

export function gradeWord(grade) {
  return GRADES[grade];
}

/** Return "3 mistakes", "1 mistake", "20 best". */
export function countedGrade(grade, count) {
  return interpolate(COUNTED[grade](count), { count });
}

/** The least accuracy in percent that stands beside a name: below it, other words come first. */
const PROUD = 50;

export function isProud(accuracy) {
  return accuracy !== null && accuracy >= PROUD;
}

/** Return the first sentence of an analysis, which is kind and true. `grades`: how many choices have each grade. */
export function firstWords(grades) {
  const all = GRADE_NAMES.reduce((sum, grade) => sum + (grades[grade] ?? 0), 0);
  if (all === 0) return "";
  const { best = 0, fine = 0 } = grades;
  if (best > 0) return interpolate(ngettext("%(count)s of %(all)s choices was just right.", "%(count)s of %(all)s choices were just right.", best), { count: best, all });
  if (fine > 0) return interpolate(ngettext("%(count)s of %(all)s choices was good.", "%(count)s of %(all)s choices were good.", fine), { count: fine, all });
  return gettext("Here is what you can try next time.");
}

/** Return points with one decimal and a real minus sign. */
export function pointsWord(value) {
  const tenths = Number(value.toFixed(1));
  return decimal(tenths === 0 ? 0 : tenths);
}

/** Return points with a sign: "+1.2", "−0.4", "±0.0". */
export function signedPoints(value) {
  const tenths = Number(value.toFixed(1));
  return tenths === 0 ? `±${decimal(0)}` : tenths > 0 ? `+${decimal(tenths)}` : decimal(tenths);
}

/** Return a loss: "0", "−2.4", or "−0.04" where one decimal would round it to 0. */
export function lossWord(loss) {
  return loss < 0.005 ? "0" : `−${lossSize(loss)}`;
}

/** Return a loss without its sign: "2.4", "0.04". */
export function lossSize(loss) {
  const digits = loss < 0.095 ? 2 : 1;
  return decimal(Number(loss.toFixed(digits)), digits);
}

function boxWords({ box }, sheet, plain, withBonus) {
  const counted = (points) => worth(sheet, box.column, points);
  const values = { points: counted(box.points), box: boxName(sheet, box), bonus: counted(box.bonus) };
  return interpolate(box.bonus > 0 ? withBonus : plain, values);
}

/** Return the content of a filled box: "25 Full house", "0 Yacht". */
export function boxWritten(box, sheet) {
  return `${number(worth(sheet, box.column, box.points + box.bonus))} ${boxName(sheet, box)}`;
}

/** Return a choice {keep, box} as a command: "keep 5, 5 and 5", "score 25 in Full house". */
export function choiceWords(choice, sheet) {
  if (choice.box) {
    const withBonus = gettext("score %(points)s in %(box)s and a bonus of %(bonus)s");
    return boxWords(choice, sheet, gettext("score %(points)s in %(box)s"), withBonus);
  }
  if (choice.keep.length === 0) return gettext("roll all five");
  return interpolate(gettext("keep %(dice)s"), { dice: listed(choice.keep.map(String)) });
}

/** Return a choice in the past tense: "kept 5, 5 and 5", "scored 25 in Full house". */
export function pastChoiceWords(choice, sheet) {
  if (choice.box) {
    const withBonus = gettext("scored %(points)s in %(box)s and a bonus of %(bonus)s");
    return boxWords(choice, sheet, gettext("scored %(points)s in %(box)s"), withBonus);
  }
  if (choice.keep.length === 0) return gettext("rolled all five again");
  return interpolate(gettext("kept %(dice)s"), { dice: listed(choice.keep.map(String)) });
}

/** Return whether two choices are the same. */
export function sameChoice(a, b) {
  if (a.box || b.box) return Boolean(a.box && b.box) && a.box.column === b.box.column && a.box.category === b.box.category;
  return a.keep.join() === b.keep.join();
}

/** Return `words` with the first letter in upper case. */
export function capitalize(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
