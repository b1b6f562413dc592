import assert from "node:assert/strict";
import test from "node:test";

import { changedView } from "../../../../../static/js/table/state/changed-view.js";

const turn = (roll) => ({ number: 1, roll, dice: roll ? [1, 1, 2, 3, 4] : null, hold: [] });
const column = { boxes: { ones: 2 }, upper: 2, par: -1, upper_bonus: 0, lower: 0, bonus: 0, total: 2 };
const seat = (number) => ({
  seat: number,
  name: `seat ${number}`,
  place: null,
  turn: turn(0),
  may_roll: true,
  options: [],
  card: { columns: [column, column], total: 4 },
});
const VIEW = {
  game: "g",
  seq: 4,
  deadline: 60_000,
  acting: [0],
  seats: [seat(0), seat(1)],
  fairness: { commitment: "c", seeds: ["", "b"], secret: null },
};
const after = (changes) => changedView(VIEW, { game: "g", base: 4, seq: 5, changes });

test("it changes nothing but the seq without changes", () => {
  assert.deepEqual(after({}), { ...VIEW, seq: 5 });
});

test("it takes null as a value, and leaves alone what is absent", () => {
  const view = after({ deadline: null });
  assert.equal(view.deadline, null);
  assert.deepEqual(view.acting, [0]);
});

test("it changes the fields of a seat and shares the other seats", () => {
  const view = after({ seats: [{ seat: 1, turn: turn(1), place: 2 }] });
  assert.deepEqual(view.seats[1], { ...seat(1), turn: turn(1), place: 2 });
  assert.equal(view.seats[0], VIEW.seats[0]);
});

test("it makes an option of each box, column after column", () => {
  const options = [
    { column: 0, points: { twos: 2, chance: 11 } },
    { column: 1, points: { chance: 25 }, bonus: 100, jokers: ["chance"] },
  ];
  assert.deepEqual(after({ seats: [{ seat: 0, options }] }).seats[0].options, [
    { column: 0, category: "twos", points: 2, bonus: 0, joker: false },
    { column: 0, category: "chance", points: 11, bonus: 0, joker: false },
    { column: 1, category: "chance", points: 25, bonus: 100, joker: true },
  ]);
});

test("it adds boxes to a column, and keeps the old view as it was", () => {
  const before = structuredClone(VIEW);
  const card = { columns: [{ column: 1, boxes: { chance: 11 }, lower: 11, total: 13 }], total: 15 };
  const [changed] = after({ seats: [{ seat: 0, card }] }).seats;
  assert.deepEqual(changed.card.columns[0], column);
  assert.deepEqual(changed.card.columns[1], { ...column, boxes: { ones: 2, chance: 11 }, lower: 11, total: 13 });
  assert.equal(changed.card.total, 15);
  assert.deepEqual(VIEW, before);
});

test("it changes single fields of the proof", () => {
  assert.deepEqual(after({ fairness: { seeds: ["a", "b"] } }).fairness, { commitment: "c", seeds: ["a", "b"], secret: null });
});
