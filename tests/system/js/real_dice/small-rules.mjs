// A small game for tests: the upper section, chance and the Yahtzee box with two dice, with bonuses and a forced joker.

import { Rules } from "../../../../static/js/real_dice/rules.js";

const UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"];

export function smallRules() {
  const rolls = [];
  for (let a = 1; a <= 6; a += 1) for (let b = a; b <= 6; b += 1) rolls.push([a, b]);
  const face = (which) => rolls.map((dice) => which * dice.filter((die) => die === which).length);
  const sum = rolls.map(([a, b]) => a + b);
  const alike = rolls.map(([a, b]) => (a === b ? 50 : 0));
  const categories = (ids) => ids.map((id) => ({ id, name: id, hint: "" }));
  const sections = [
    { id: "upper", name: "", categories: categories(UPPER) },
    { id: "lower", name: "", categories: categories(["yahtzee", "chance"]) },
  ];
  const sheet = { sections, columns: [1], upper_bonus: null, rounds: 8, dice: 2, faces: 6, rolls: 3 };
  const points = [[...UPPER.map((_, at) => face(at + 1)), alike, sum]];
  return new Rules({ id: "small", name: "Small", switches: {}, sheet, par: 1, order: "free", joker: "forced", yahtzee_bonus: 100, needs: {}, saves_rolls: false, served_win: null, tables: [0, 0, 0], points, jokers: [Array(8).fill(null)] });
}
