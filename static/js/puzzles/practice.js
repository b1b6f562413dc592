// Learning from mistakes: puzzles from one game. The values of all choices judge an answer; the page has all puzzles.

import { gettext, interpolate } from "../language/language.js";
import { lossWord, pastChoiceWords, sameChoice } from "../ui/choice-text.js";

const MOST_SHOWN = 4;

/** Return {answer, problem}, as the server's verdicts come. `below`: a choice that loses less points is right. */
export async function judge(puzzle, { keep, box }, { address, sheet, below }) {
  const values = await valuesOf(address, puzzle.position);
  if (!values) return { answer: null, problem: gettext("No connection to the server.") };
  const made = { keep: keep && [...keep].sort(), box };
  const option = values.options.find((each) => sameChoice(each, made));
  if (!option) return { answer: null, problem: gettext("This is not a choice here.") };
  return { answer: verdictOn(puzzle, option, values, { sheet, below }), problem: "" };
}

async function valuesOf(address, position) {
  try {
    const response = await fetch(`${address}?text=${encodeURIComponent(position)}`);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // offline
  }
}

function verdictOn({ played, lost }, option, { options, total }, { sheet, below }) {
  const best = options.slice(0, MOST_SHOWN);
  const shown = best.includes(option) ? best : [...best, option];
  const inTheGame = { choice: pastChoiceWords(played, sheet), loss: lossWord(lost) };
  return {
    theme: "",
    solved: null,
    right: option.loss < below,
    loss: option.loss,
    mine: shown.indexOf(option),
    choices: shown.map((each) => ({ ...each, value: total + each.value })),
    why: [interpolate(gettext("In the game: %(choice)s (%(loss)s)."), inTheGame)],
  };
}
