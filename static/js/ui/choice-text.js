// Choices (dice to keep, or a box) and point values as text. Pure.

import { boxName, listed } from "./event-text.js";

const GRADES = {
  best: ["Best", "best"],
  fine: ["Fine", "fine"],
  inaccuracy: ["Inaccuracy", "inaccuracies"],
  mistake: ["Mistake", "mistakes"],
  blunder: ["Blunder", "blunders"],
};

/** All grades, from the smallest loss to the largest. */
export const GRADE_NAMES = Object.keys(GRADES);

export function gradeWord(grade) {
  return GRADES[grade][0];
}

/** Return "3 mistakes", "1 mistake", "20 best". */
export function countedGrade(grade, count) {
  return `${count} ${count === 1 ? GRADES[grade][0].toLowerCase() : GRADES[grade][1]}`;
}

/** Return the grade of a loss in points. `limits`: [{grade, below}], ascending. */
export function gradeOf(loss, limits) {
  return limits.find(({ below }) => loss < below)?.grade ?? "blunder";
}

/** Return points with one decimal and a real minus sign. */
export function pointsWord(value) {
  const text = Math.abs(value).toFixed(1);
  return value < 0 && text !== "0.0" ? `−${text}` : text;
}

/** Return points with a sign: "+1.2", "−0.4", "±0.0". */
export function signedPoints(value) {
  const text = pointsWord(value);
  return text === "0.0" ? "±0.0" : value > 0 ? `+${text}` : text;
}

/** Return a loss: "0", "−2.4", or "−0.04" where one decimal would round it to 0. */
export function lossWord(loss) {
  if (loss < 0.005) return "0";
  return `−${loss.toFixed(loss < 0.095 ? 2 : 1)}`;
}

function boxWords({ box }, sheet, verb) {
  const bonus = box.bonus > 0 ? ` and a bonus of ${box.bonus}` : "";
  return `${verb} ${box.points} in ${boxName(sheet, box)}${bonus}`;
}

/** Return the content of a filled box: "25 Full house", "0 Yacht". */
export function boxWritten(box, sheet) {
  return `${box.points + box.bonus} ${boxName(sheet, box)}`;
}

/** Return a choice {keep, box} as a command: "keep 5, 5 and 5", "score 25 in Full house". */
export function choiceWords(choice, sheet) {
  if (choice.box) return boxWords(choice, sheet, "score");
  return choice.keep.length === 0 ? "roll all five" : `keep ${listed(choice.keep.map(String))}`;
}

/** Return a choice in the past tense: "kept 5, 5 and 5", "scored 25 in Full house". */
export function pastChoiceWords(choice, sheet) {
  if (choice.box) return boxWords(choice, sheet, "scored");
  return choice.keep.length === 0 ? "rolled all five again" : `kept ${listed(choice.keep.map(String))}`;
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

/** Return a sentence that compares a player's score with perfect play on the same dice. */
export function perfectPlayWords(score, perfect, name) {
  const points = (count) => `${count} point${count === 1 ? "" : "s"}`;
  if (perfect > score) return `With the same dice, perfect play scores ${points(perfect - score)} more than ${name}.`;
  if (perfect < score) return `With these dice, ${name} scored ${points(score - perfect)} more than perfect play, which cannot foresee the dice.`;
  return `With the same dice, perfect play scores the same as ${name}.`;
}
