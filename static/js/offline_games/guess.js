// What boxes are worth without a table: guesses of games/core/solver/one_turn.py, which explains them. Pure.
//
// A box is worth the best of a few turns that aim at nothing else. Filling it now gains the points of the dice and loses
// that worth.

import { lattice } from "./lattice.js";

const SHARE = 0.3; // how much of each later turn helps a certain box
const BONUS_WEIGHT = 2; // how much more than its even share of the upper bonus a point in an upper box is worth
const SAVED_WORTH = 4; // what a roll is worth that is left for a later turn
const LATER = 2; // any roll of a turn after the first
const WIN = 1000; // what a box adds that wins the game

const aims = new WeakMap();

/** Let each set aim at the mean, in place: it takes the chances of the best set within it. `chances`: a row for each set. */
function aim({ fewer }, chances, points) {
  const mean = (row) => row.reduce((sum, chance, at) => sum + chance * points[at], 0);
  const means = chances.map(mean);
  for (let at = 1; at < chances.length; at += 1) {
    for (const within of fewer[at]) {
      if (means[within] > means[at]) [chances[at], means[at]] = [chances[within], means[within]];
    }
  }
}

/** Compute the chances of the sets from those of the full rolls, in place. */
function mix({ first, more, faces }, chances, size) {
  for (let at = first - 1; at >= 0; at -= 1) {
    const row = new Float64Array(size);
    for (const next of more[at]) for (let each = 0; each < size; each += 1) row[each] += chances[next][each] / faces;
    chances[at] = row;
  }
}

/** Return the points that a turn can give in a box, ascending, and their chances when it aims at the mean. */
function aimed({ data, lastRoll }, place) {
  const { dice, faces } = data.sheet;
  const sets = lattice(dice, faces);
  const scores = data.points[data.tables[lastRoll - 1]][place];
  const points = [...new Set(scores)].sort((a, b) => a - b);
  const chances = Array(sets.sets.length).fill(null);
  scores.forEach((score, at) => (chances[sets.first + at] = Float64Array.from(points, (each) => (each === score ? 1 : 0))));
  for (let left = lastRoll - 1; left >= 0; left -= 1) {
    mix(sets, chances, points.length);
    if (left) aim(sets, chances, points);
  }
  return { points, chances: chances[0] };
}

/** Return the expected best of some turns that aim at a box. `later`: turns to come. */
function boxWorth(rules, place, later) {
  if (!aims.has(rules)) aims.set(rules, new Map());
  const known = aims.get(rules);
  if (!known.has(place)) known.set(place, aimed(rules, place));
  const { points, chances } = known.get(place);
  let [sum, before, worth] = [0, 0, 0];
  points.forEach((score, at) => {
    sum += chances[at];
    const best = sum ** (1 + SHARE * later);
    worth += score * (best - before);
    before = best;
  });
  return worth;
}

/** Return the part of the upper bonus that these points earn or lose, against par. */
function bonusShare(rules, card, { column, category, points }) {
  const size = rules.upperSize;
  const { upper_bonus: bonus, dice } = rules.data.sheet;
  const face = 1 + rules.categories.findIndex(({ id }) => id === category);
  if (!bonus || face > size) return 0;
  const entries = card.entries.slice(column * rules.categories.length).slice(0, size);
  const others = entries.reduce((sum, entry, at) => (entry === null && at + 1 !== face ? sum + at + 1 : sum), 0);
  const upper = entries.reduce((sum, entry) => sum + (entry ?? 0), 0);
  if (upper >= bonus.at || upper + points + dice * others < bonus.at) return 0;
  if (upper + points >= bonus.at) return bonus.points;
  const par = (bonus.at * face) / ((size * (size + 1)) / 2);
  return (BONUS_WEIGHT * (points - par) * bonus.points) / bonus.at;
}

/** Guesses for one card, with the methods of a table's values. */
export class Guess {
  constructor(rules, card) {
    this.rules = rules;
    this.card = card;
    const size = rules.categories.length;
    const open = card.entries.filter((entry) => entry === null).length;
    const { columns } = rules.data.sheet;
    const worthOf = (entry, box) => (entry === null ? columns[rules.boxes[box].column] * boxWorth(rules, box % size, open - 1) : 0);
    this.worths = card.entries.map(worthOf);
    /** What all open boxes are worth. */
    this.level = this.worths.reduce((sum, worth) => sum + worth, 0);
    /** What a roll is worth that a turn leaves unused. */
    this.saved = rules.data.saves_rolls && open > 1 ? SAVED_WORTH : 0;
  }

  /** Return what filling a box is worth, after this roll of the turn. */
  worth(fill, roll = LATER) {
    const { rules, card, level, worths } = this;
    const wins = roll === 1 && fill.points > 0 && fill.category === rules.data.served_win;
    const points = fill.points + fill.bonus + bonusShare(rules, card, fill) + (wins ? WIN : 0);
    return level + rules.data.sheet.columns[fill.column] * points - worths[rules.index(fill)];
  }
}
