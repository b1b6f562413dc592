import assert from "node:assert/strict";
import { test } from "node:test";

import { findBoxes, findCategories } from "../../../../../static/js/table/text/boxes.js";

const named = (...names) => names.map((name) => ({ id: name.toLowerCase().replaceAll(" ", "_"), name }));
const SECTIONS = [
  { id: "upper", categories: named("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes") },
  { id: "lower", categories: named("Three of a kind", "Four of a kind", "Full house", "Small straight", "Chance", "Yahtzee") },
];
const ONE = { sections: SECTIONS, columns: [1] };
const TRIPLE = { sections: SECTIONS, columns: [1, 2, 3] };

function optionsOf({ columns }, filled = []) {
  const ids = SECTIONS.flatMap(({ categories }) => categories.map(({ id }) => id)).filter((id) => !filled.includes(id));
  return columns.flatMap((_, column) => ids.map((category) => ({ column, category, points: 0, bonus: 0 })));
}

const found = (text, sheet = ONE, options = optionsOf(sheet)) =>
  findBoxes(text, sheet, options).map(({ column, category }) => (sheet === ONE ? category : `${category} ${column}`));

test("it finds a box by its name, its initials, the beginning of its words or a face", () => {
  for (const text of ["Full house", "full HOUSE", "full-house", "full", "fh", "fu h", "house"]) {
    assert.deepEqual(found(text), ["full_house"], text);
  }
  assert.deepEqual(found("foak"), ["four_of_a_kind"]);
  assert.deepEqual(found("four kind"), ["four_of_a_kind"]);
  assert.deepEqual(found("4"), ["fours"]);
  assert.deepEqual(found("fours"), ["fours"]);
});

test("it prefers the exact name, and offers all boxes that fit otherwise", () => {
  assert.deepEqual(found("four"), ["fours", "four_of_a_kind"]);
  assert.deepEqual(found("t"), ["twos", "threes", "three_of_a_kind"]);
});

test("it finds nothing for unknown words and filled boxes", () => {
  for (const text of ["", "dance", "9", "x", "full boat"]) assert.deepEqual(found(text), [], text);
  assert.deepEqual(found("full house", ONE, optionsOf(ONE, ["full_house"])), []);
});

test("it takes the column of a triple card from a number at the end", () => {
  for (const text of ["sixes x3", "sixes ×3", "sixes 3", "6 3", "sixes*3"]) assert.deepEqual(found(text, TRIPLE), ["sixes 2"], text);
  assert.deepEqual(found("sixes", TRIPLE), ["sixes 0", "sixes 1", "sixes 2"]);
  assert.deepEqual(found("3", TRIPLE), ["threes 0", "threes 1", "threes 2"]);
  assert.deepEqual(found("sixes 5", TRIPLE), []);
});

test("it finds the categories of a rule, filled or not", () => {
  assert.deepEqual(findCategories("yahtz", ONE).map(({ name }) => name), ["Yahtzee"]);
});
