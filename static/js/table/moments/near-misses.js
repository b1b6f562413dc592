// What almost happened: one die or a few points were missing. Pure.

const FEW = 3; // points short of the upper bonus

function longestRun(dice) {
  const faces = [...new Set(dice)].sort((a, b) => a - b);
  let best = [];
  let run = [];
  for (const face of faces) {
    run = face - 1 === run[run.length - 1] ? [...run, face] : [face];
    if (run.length > best.length) best = run;
  }
  return best;
}

function mostCommon(dice) {
  const count = (face) => dice.filter((each) => each === face).length;
  const face = dice.reduce((best, each) => (count(each) > count(best) ? each : best));
  return dice.filter((each) => each === face);
}

/** The largest part of the dice that has each pattern, as faces. */
const PARTS = { alike: mostCommon, straight: longestRun };

/** Return the position of the first die that is not needed for the faces `part`. */
function oddOf(dice, part) {
  const left = [...part];
  return dice.findIndex((face) => !left.includes(face) || !left.splice(left.indexOf(face), 1));
}

/**
 * Return the position of the die that spoiled the last roll: without it, all others have the pattern of an open box that
 * now counts nothing. -1 if there is none. `patternOf(category)`: "alike", "straight" or undefined.
 */
export function oddDie(dice, options, patternOf) {
  for (const [pattern, partOf] of Object.entries(PARTS)) {
    const isOpen = options.some(({ category, points, bonus }) => points + bonus === 0 && patternOf(category) === pattern);
    const part = partOf(dice);
    if (isOpen && part.length === dice.length - 1) return oddOf(dice, part);
  }
  return -1;
}

/** Return how many points a column is short of the upper bonus, now that its upper section is full; 0 if not just a few. */
export function bonusShort({ boxes, upper, upper_bonus: won }, sheet) {
  const section = sheet.sections.find(({ id }) => id === "upper");
  const isFull = section?.categories.every(({ id }) => id in boxes);
  if (!isFull || won > 0 || !sheet.upper_bonus) return 0;
  const short = sheet.upper_bonus.at - upper;
  return short <= FEW ? short : 0;
}
