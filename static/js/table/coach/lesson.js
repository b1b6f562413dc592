// The course of the first game: what the coach says at each moment. Pure.

import { gettext, interpolate, ngettext } from "../../language/language.js";
import { boxName, worth } from "../../ui/event-text.js";
import { aimWords, boxReason, boxWords, keepWords } from "./advice.js";

/** How many turns have tips at every step. After them the coach says goodbye, and speaks only when asked. */
export const GUIDED_TURNS = 3;

function sameFaces(a, b) {
  return a.length === b.length && [...a].sort().join() === [...b].sort().join();
}

/**
 * Return the step: "watch", "roll", "rolling", "think", "keep", "kept", "score", "confirm" or "farewell".
 *
 * `now`: {mine: whether it is my turn, turn and roll: numbers, atRest: whether the dice are, pending: whether a move is
 * unanswered, hint: the server's hint for these dice or null, dice, held: positions, chosen: the chosen box or null}.
 */
export function stepOf(now) {
  if (now.turn > GUIDED_TURNS) return "farewell";
  if (!now.mine) return "watch";
  if (!now.atRest) return "rolling";
  if (now.roll === 0) return now.pending ? "rolling" : "roll";
  if (now.chosen) return "confirm";
  if (!now.hint) return "think";
  const [{ keep }] = now.hint.options;
  if (!keep) return "score";
  const kept = now.held.map((position) => now.dice[position]);
  return sameFaces(keep, kept) && keep.length > 0 ? "kept" : "keep";
}

function rollWords({ turn }) {
  if (turn === 1) return [gettext("Hi, I’m Pip! I’ll show you how to play."), gettext("Press the red button to roll all five dice.")];
  if (turn === 2) return [gettext("Your turn"), gettext("You have up to three rolls, and may stop after any of them.")];
  return [gettext("One more turn together."), ""];
}

function tapWords(keep) {
  return keep.length > 0 ? gettext("Tap the glowing dice: they stay on the wood.") : gettext("Press the red button again.");
}

/** Whether `kept` has dice that `keep` does not have. */
function isMore(kept, keep) {
  const rest = [...keep];
  return kept.some((face) => !rest.includes(face) || !rest.splice(rest.indexOf(face), 1));
}

function keepingWords({ turn, roll, hint, held, dice }, sheet) {
  const kept = held.map((position) => dice[position]);
  const [{ keep }] = hint.options;
  const why = aimWords(hint.aims ?? [], sheet, keep.length);
  const how = turn === 1 && roll === 1 ? tapWords(keep) : isMore(kept, keep) ? gettext("Tap the others to let them go.") : "";
  return [keepWords(keep), `${why} ${how}`.trim()];
}

function keptWords({ roll, held }, sheet) {
  const free = sheet.dice - held.length;
  const again = interpolate(ngettext("Good. Now roll the other one.", "Good. Now roll the other %(count)s.", free), { count: free });
  return [again, roll === sheet.rolls - 1 ? gettext("It is the last roll of this turn.") : ""];
}

function scoreWords({ turn, roll, hint, offers }, sheet) {
  const [{ box }] = hint.options;
  const why = boxReason(box, offers, sheet, sheet.rolls - roll);
  const words = boxWords(box, sheet);
  if (turn > 1) return [words, why];
  return [words, `${why} ${gettext("Tap the glowing box on your card.")}`];
}

function confirmWords({ chosen }, sheet) {
  const values = { points: worth(sheet, chosen.column, chosen.points + chosen.bonus), box: boxName(sheet, chosen) };
  return [`${interpolate(gettext("%(points)s in %(box)s"), values)}?`, gettext("Press the button below to write it down, or tap another box.")];
}

function watchWords({ turn }, sheet) {
  return [gettext("Now I roll!"), meanwhile(turn, sheet)];
}

/** Return what is good to know while Pip plays. `turn`: the player's next one. */
function meanwhile(turn, sheet) {
  const bonus = sheet.upper_bonus;
  if (turn <= 2) return gettext("Meanwhile, tap the name of any box to see its rule.");
  if (!bonus) return gettext("Each box is filled once, so keep the good ones for good dice.");
  return interpolate(gettext("%(at)s points in Ones to Sixes earn %(points)s extra: three of each number will do."), bonus);
}

function farewellWords({ rounds }) {
  const values = { rounds };
  return [
    gettext("That’s it, you can play!"),
    interpolate(gettext("After %(rounds)s turns the highest total wins. Press Hint whenever you want my advice."), values),
  ];
}

/** Return [what to do, why or how] at a step. `now`: as for `stepOf`, with {offers, rounds}. */
export function lessonWords(step, now, sheet) {
  switch (step) {
    case "roll":
      return rollWords(now);
    case "keep":
      return keepingWords(now, sheet);
    case "kept":
      return keptWords(now, sheet);
    case "score":
      return scoreWords(now, sheet);
    case "confirm":
      return confirmWords(now, sheet);
    case "watch":
      return watchWords(now, sheet);
    case "farewell":
      return farewellWords(now);
    case "rolling":
      return ["…", ""];
    default:
      return [gettext("Let me think…"), ""];
  }
}

/** Return [what to do, why] for a hint that the player asked for after the guided turns. */
export function hintedWords(now, sheet) {
  const [{ keep }] = now.hint.options;
  if (keep) return [keepWords(keep), aimWords(now.hint.aims ?? [], sheet, keep.length)];
  return scoreWords({ ...now, turn: GUIDED_TURNS }, sheet);
}
