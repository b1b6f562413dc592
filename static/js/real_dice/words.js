// Turns and refusals as sentences. Pure.

import { gettext, interpolate } from "../language/language.js";
import { boxName, listed, scoredWords, worth } from "../ui/event-text.js";

/** Return "Alice scored 25 in Full house". `mark`: what shows a name among elements. */
export function turnWords(game, at, mark = String) {
  const turn = game.turns[at];
  const { sheet } = game.rules;
  const counted = (points) => worth(sheet, turn.column, points);
  const name = turn.joker && turn.points > 0 ? interpolate(gettext("%(box)s as a joker"), { box: boxName(sheet, turn) }) : boxName(sheet, turn);
  return scoredWords(mark(game.names[turn.seat]), counted(turn.points), name, counted(turn.bonus));
}

/** Return the number of a turn among those of its player, from 1. */
export function turnNumber(game, at) {
  return game.turns.slice(0, at + 1).filter(({ seat }) => seat === game.turns[at].seat).length;
}

/** Return why a turn was not entered. `problem`: a Refused of game.js. */
export function refusalWords(problem, game, turn) {
  const { sheet, order } = game.rules;
  const box = boxName(sheet, turn);
  switch (problem.code) {
    case "filled":
      return interpolate(gettext("%(box)s is already filled. Correct that entry first."), { box });
    case "impossible":
      return interpolate(gettext("No dice score %(points)s in %(box)s now."), { points: worth(sheet, turn.column, turn.points + turn.bonus), box });
    case "contradicts":
      return interpolate(gettext("Then turn %(number)s (%(turn)s) would break the rules. Correct that one first."), {
        number: turnNumber(game, problem.turn),
        turn: turnWords(game, problem.turn),
      });
    default:
      return order === "free" ? gettext("The joker rule does not allow this box now.") : gettext("Fill the boxes in the order of the rules.");
  }
}

/** Return "Fours can have 0, 4, 8, 12, 16 or 20 points." */
export function possibleWords(box, numbers) {
  return interpolate(gettext("%(box)s can have %(points)s points."), { box, points: listed(numbers.map(String)) });
}
