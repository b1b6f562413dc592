// All sets of up to so many dice, small ones first; the last ones are the full rolls, in the order of `Rules.rolls`. Pure.
// Adding the dice one by one makes the mean of all throws quick: see games/core/solver/lattice.py.

import { allRolls } from "../real_dice/rules.js";

const built = new Map();

function build(count, faces) {
  const [sets, starts] = [[], []];
  for (let size = 0; size <= count; size += 1) {
    starts.push(sets.length);
    sets.push(...allRolls(size, faces));
  }
  const places = new Map(sets.map((dice, at) => [dice.join(), at]));
  const placeOf = (dice) => places.get([...dice].sort((a, b) => a - b).join());
  const all = Array.from({ length: faces }, (_, at) => at + 1);
  const first = starts[count];
  /** Of each set that is no full roll: the set with one more die of each face. */
  const more = sets.slice(0, first).map((dice) => all.map((face) => placeOf([...dice, face])));
  /** Of each set: the different sets with one die less. */
  const fewer = sets.map((dice) => [...new Set(dice.map((_, at) => placeOf(dice.filter((_, other) => other !== at))))]);
  return { count, faces, sets, first, more, fewer, placeOf };
}

/** Return the sets of `count` dice: {sets, first, more, fewer, placeOf}. `first`: the place of the first full roll. */
export function lattice(count, faces) {
  const key = `${count}/${faces}`;
  if (!built.has(key)) built.set(key, build(count, faces));
  return built.get(key);
}

/** Compute the values of the sets from those of the full rolls, in place. */
function expect({ first, more, faces }, values) {
  for (let at = first - 1; at >= 0; at -= 1) {
    let sum = 0;
    for (const next of more[at]) sum += values[next];
    values[at] = sum / faces;
  }
}

/** Replace the value of each set by the best one of it and all sets within it, in place. */
function maximise({ fewer }, values) {
  for (let at = 1; at < values.length; at += 1) {
    for (const within of fewer[at]) if (values[within] > values[at]) values[at] = values[within];
  }
}

/**
 * Return what keeping each set is worth, with 1 or more rolls left. `rolls`: what each full roll is worth at the end of the
 * turn; `saved`: what each roll adds that the turn leaves unused.
 */
export function keepWorths(sets, rolls, left, saved = 0) {
  const values = new Float64Array(sets.sets.length);
  values.set(rolls, sets.first);
  expect(sets, values);
  for (let unused = 1; unused < left; unused += 1) {
    rolls.forEach((worth, at) => (values[sets.first + at] = worth + unused * saved));
    maximise(sets, values);
    expect(sets, values);
  }
  return values;
}

/** Return the different sets that a roll can keep and throw at least one die, by their places, most dice first. */
export function keepsOf({ fewer, placeOf }, dice) {
  const found = new Set();
  const take = (at) => fewer[at].forEach((within) => !found.has(within) && (found.add(within), take(within)));
  take(placeOf(dice));
  return [...found].sort((a, b) => b - a);
}
