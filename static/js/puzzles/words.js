// What the page of puzzles says. Pure.

import { gettext, interpolate, listed, ngettext } from "../language/language.js";
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

/** Return the positions of dice that show the faces `keep`, preferring dice that are `held`. */
export function positionsOf(keep, dice, held) {
  const order = [...held, ...dice.keys()];
  const found = [];
  for (const face of keep) found.push(order.find((at) => dice[at] === face && !found.includes(at)));
  return found;
}

/** Return the words of the button that rolls. */
export function rollWords(held, sheet) {
  if (held.length === sheet.dice) return gettext("All dice held");
  const count = sheet.dice - held.length;
  // As at the table: a text has plural forms everywhere or nowhere.
  return held.length === 0 ? gettext("Roll all again") : interpolate(ngettext("Roll %(count)s again", "Roll %(count)s again", count), { count });
}

/** Return what screen readers say after an answer. */
export function spokenVerdict(answer, sheet) {
  return [answer.right ? verdict(answer) : `${verdict(answer)}.`, `${capitalize(bestWords(answer, sheet))}.`, ...answer.why].join(" ");
}
