import assert from "node:assert/strict";
import test from "node:test";

import { comparisons } from "../../../static/js/game/comparison.js";

const seat = (total, out = false) => ({ out, card: { total } });

test("it compares full cards with the table's mean and with perfect play", () => {
  assert.deepEqual(comparisons([seat(150), seat(210), seat(240)], 200), [
    { difference: -50, percent: 75 },
    { difference: 10, percent: 105 },
    { difference: 40, percent: 120 },
  ]);
});

test("it leaves out those who resigned", () => {
  assert.deepEqual(comparisons([seat(100), seat(30, true), seat(200)], 200), [
    { difference: -50, percent: 50 },
    null,
    { difference: 50, percent: 100 },
  ]);
});

test("it has no difference for a single card, and no percent before the analysis", () => {
  assert.deepEqual(comparisons([seat(150)], null), [{ difference: null, percent: null }]);
  assert.deepEqual(comparisons([seat(150), seat(20, true)], null)[0], { difference: null, percent: null });
});
