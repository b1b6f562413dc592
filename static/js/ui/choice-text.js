// Choices and what they are worth, in words. Pure.

import { boxName, listed } from "./event-text.js";

const GRADES = {
  best: ["Best", "best"],
  fine: ["Fine", "fine"],
  inaccuracy: ["Inaccuracy", "inaccuracies"],
  mistake: ["Mistake", "mistakes"],
  blunder: ["Blunder", "blunders"],
};

/** The names of losses, from nothing to much. */
export const GRADE_NAMES = Object.keys(GRADES);

export function gradeWord(grade) {
  return GRADES[grade][0];
}

/** Return "3 mistakes", "1 mistake", "20 best". */
export function countedGrade(grade, count) {
  return `${count} ${count === 1 ? GRADES[grade][0].toLowerCase() : GRADES[grade][1]}`;
}

/** Return the name of a loss. `limits`: [{grade, below}], the smallest first. */
export function gradeOf(loss, limits) {
  return limits.find(({ below }) => loss < below)?.grade ?? "blunder";
}

/** Return a number of points with one decimal, "−" before those below 0. */
export function pointsWord(value) {
  const text = Math.abs(value).toFixed(1);
  return value < 0 && text !== "0.0" ? `−${text}` : text;
}

/** Return the same with a sign: "+1.2", "−0.4", "±0.0". */
export function signedPoints(value) {
  const text = pointsWord(value);
  return text === "0.0" ? "±0.0" : value > 0 ? `+${text}` : text;
}

/** Return a loss: "0", "−2.4", and "−0.04" where one decimal would make nothing of it. */
export function lossWord(loss) {
  if (loss < 0.005) return "0";
  return `−${loss.toFixed(loss < 0.095 ? 2 : 1)}`;
}

function boxWords({ box }, sheet, write, cross) {
  const name = boxName(sheet, box);
  if (box.points + box.bonus === 0) return `${cross} ${name}`;
  const bonus = box.bonus > 0 ? ` and a bonus of ${box.bonus}` : "";
  return `${write} ${box.points} in ${name}${bonus}`;
}

/** Return what stands in a box: "25 Full house", "0 Yacht". */
export function boxWritten(box, sheet) {
  return `${box.points + box.bonus} ${boxName(sheet, box)}`;
}

/** Return what a choice {keep, box} means: "keep 5, 5 and 5", "score 25 in Full house". */
export function choiceWords(choice, sheet) {
  if (choice.box) return boxWords(choice, sheet, "score", "cross out");
  return choice.keep.length === 0 ? "roll all five" : `keep ${listed(choice.keep.map(String))}`;
}

/** Return what was done: "kept 5, 5 and 5", "scored 25 in Full house". */
export function doneWords(choice, sheet) {
  if (choice.box) return boxWords(choice, sheet, "scored", "crossed out");
  return choice.keep.length === 0 ? "rolled all five again" : `kept ${listed(choice.keep.map(String))}`;
}

/** Whether two choices are the same. */
export function sameChoice(a, b) {
  if (a.box || b.box) return Boolean(a.box && b.box) && a.box.column === b.box.column && a.box.category === b.box.category;
  return a.keep.join() === b.keep.join();
}

/** Return a sentence with its first letter in capitals. */
export function begin(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return one sentence: who did better with the same dice, the player or perfect play. */
export function sameLuckWords(score, perfect, name) {
  const points = (count) => `${count} point${count === 1 ? "" : "s"}`;
  if (perfect > score) return `With the same dice perfect play scores ${points(perfect - score)} more than ${name}.`;
  if (perfect < score) return `With these dice ${name} scored ${points(score - perfect)} more than perfect play, which cannot know what falls.`;
  return `With the same dice perfect play scores just as much as ${name}.`;
}
