// What the page of puzzles says. Pure.

import { gettext, interpolate, listed } from "../language/language.js";
import { capitalize, choiceWords, lossSize } from "../ui/choice-text.js";

/** Return the question of a puzzle. */
export function question({ rolls }, sheet) {
  return rolls < sheet.rolls ? gettext("What do you keep?") : gettext("Which box?");
}

/** Return how to answer. */
export function task({ rolls }, sheet) {
  return rolls < sheet.rolls ? gettext("Tap dice to keep, then roll or score") : gettext("Pick a box to score");
}

/** Return the question with the dice, for screen readers. */
export function spokenQuestion(puzzle, sheet) {
  const dice = listed(puzzle.dice.map(String));
  const words = gettext("%(question)s The dice are %(dice)s, after roll %(roll)s of %(rolls)s.");
  return interpolate(words, { question: question(puzzle, sheet), dice, roll: puzzle.rolls, rolls: sheet.rolls });
}

/** Return how many of a game's mistakes were solved. */
export function solvedWords(good, count) {
  return interpolate(gettext("%(good)s of %(count)s solved"), { good, count });
}

/** Return the verdict in a few words. */
export function verdict({ right, loss }) {
  return right ? gettext("Right!") : interpolate(gettext("You give up %(points)s points"), { points: lossSize(loss) });
}

/** Return the best choice as a sentence. */
export function bestWords({ choices }, sheet) {
  return interpolate(gettext("Best: %(choice)s"), { choice: choiceWords(choices[0], sheet) });
}

/** Return a choice as the server names it: "keep:556", "box:chance". `keep`: faces; `box`: {category}. */
export function choiceKey({ keep, box }) {
  return box ? `box:${box.category}` : `keep:${[...keep].sort().join("")}`;
}

/** Return what screen readers say after an answer. */
export function spokenVerdict(answer, sheet) {
  return [answer.right ? verdict(answer) : `${verdict(answer)}.`, `${capitalize(bestWords(answer, sheet))}.`, ...answer.why].join(" ");
}
