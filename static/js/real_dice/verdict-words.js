// The verdict on luck and choices as sentences. Pure. The verdict is that of games/site/study/real_dice/verdict.py: it says no more
// than the entries of each player allow.

import { gettext, interpolate, percent } from "../language/language.js";
import { capitalize, pastChoiceWords, choiceWords, lossWord, signedPoints } from "../ui/choice-text.js";

const NEAR = 0.05; // luck that one decimal would show as 0

/** Return the name of what a player's verdict is based on. */
export function kindWords(kind) {
  return { rolls: gettext("From every roll"), dice: gettext("From the last dice"), points: gettext("From the points only") }[kind];
}

function bestBy(seats, value) {
  return seats.reduce((best, seat) => (value(seat) > value(best) ? seat : best));
}

/** Return "Anna was lucky by 41, Tom chose best.", or "" if not everybody's rolls are known. */
export function headline({ seats }, names) {
  if (seats.length === 0 || seats.some(({ choices }) => choices === null)) return "";
  const people = seats.map(({ choices }, seat) => ({ name: names[seat], luck: choices.luck, loss: choices.loss }));
  if (people.length === 1) return interpolate(gettext("Luck %(luck)s, choices %(choices)s points."), { luck: signedPoints(people[0].luck), choices: lossWord(people[0].loss) });
  const lucky = bestBy(people, ({ luck }) => luck);
  const wise = bestBy(people, ({ loss }) => -loss);
  const points = Math.round(Math.abs(lucky.luck));
  if (lucky.luck <= NEAR) return interpolate(gettext("Nobody was lucky. %(wise)s chose best."), { wise: wise.name });
  if (lucky === wise) return interpolate(gettext("%(lucky)s was lucky by %(points)s, and chose best."), { lucky: lucky.name, points });
  return interpolate(gettext("%(lucky)s was lucky by %(points)s, %(wise)s chose best."), { lucky: lucky.name, points, wise: wise.name });
}

const RARE = 0.01; // below it, and as near to 1, a share is no figure: nobody knows that there are none

function typicalWords(share) {
  if (share < RARE) return gettext("Nearly all typical games bring more.");
  if (share > 1 - RARE) return gettext("Hardly any typical game brings more.");
  return interpolate(gettext("That is at least as much as in %(percent)s of typical games."), { percent: percent(share) });
}

function perfectWords(share) {
  if (share < RARE) return gettext("Perfect play nearly always brings more.");
  if (share > 1 - RARE) return gettext("Even perfect play hardly ever brings more.");
  return interpolate(gettext("In %(percent)s of its games, perfect play brings no more than this."), { percent: percent(share) });
}

/** Return where a total lies among games of typical and of perfect play, or "". */
export function placeWords({ perfect_share: perfect, typical_share: typical }, exact) {
  if (perfect === null) return "";
  const sentences = [typical !== null && typicalWords(typical), perfectWords(perfect), !exact && gettext("(estimated)")];
  return sentences.filter(Boolean).join(" ");
}

/** Return a costly choice as {turn, dice, what, better, loss}. It comes from an analysed move, or from a judged box. */
export function costWords({ turn, choice, best, loss, dice, position }, sheet) {
  const faces = dice ?? [...position.split(" ")[3]].map(Number);
  return { turn, dice: faces, what: capitalize(pastChoiceWords(choice, sheet)), better: capitalize(interpolate(gettext("better: %(choice)s"), { choice: choiceWords(best, sheet) })), loss: lossWord(loss) };
}

/** Return what the site can say about games by these rules at all. "" if it can say everything. */
export function stateWords({ state, why }) {
  switch (state) {
    case "waiting":
      return gettext("Perfect play by these rules is being worked out. Ask again in about a minute.");
    case "later":
      return why || gettext("So many rules wait for perfect play that these have no place yet. Ask again later.");
    case "failed":
      return gettext("Perfect play by these rules could not be worked out, so there is no verdict on choices.");
    case "never":
      return gettext("Nobody has worked out perfect play by these rules, so there is no verdict.");
    case "estimated":
      return gettext("Perfect play of this game is too large to work out: the figures are estimated, and choices are not judged.");
    default:
      return "";
  }
}
