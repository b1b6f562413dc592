import assert from "node:assert/strict";
import test from "node:test";

import { comparisons } from "../../../../static/js/table/result/comparison.js";

/** A card of two columns with this total; `filled` of its four boxes are filled. */
const seat = (total, filled = 4) => {
  const boxes = (count) => Object.fromEntries(["ones", "twos"].slice(0, count).map((box) => [box, 1]));
  return { card: { total, columns: [{ boxes: boxes(Math.min(2, filled)) }, { boxes: boxes(Math.max(0, filled - 2)) }] } };
};
const view = (...seats) => ({ seats, rounds: 4 });

test("it compares full cards with the table's mean and with perfect play", () => {
  assert.deepEqual(comparisons(view(seat(150), seat(210), seat(240)), 200), [
    { difference: -50, percent: 75 },
    { difference: 10, percent: 105 },
    { difference: 40, percent: 120 },
  ]);
});

test("it leaves out cards that are not full", () => {
  assert.deepEqual(comparisons(view(seat(100), seat(30, 3), seat(200)), 200), [
    { difference: -50, percent: 50 },
    null,
    { difference: 50, percent: 100 },
  ]);
});

test("it has no difference for a single card, and no percent before the analysis", () => {
  assert.deepEqual(comparisons(view(seat(150)), null), [{ difference: null, percent: null }]);
  assert.deepEqual(comparisons(view(seat(150), seat(20, 1)), null), [{ difference: null, percent: null }, null]);
});
