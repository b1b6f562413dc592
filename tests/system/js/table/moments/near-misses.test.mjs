import assert from "node:assert/strict";
import test from "node:test";

import { bonusShort, oddDie } from "../../../../../static/js/table/moments/near-misses.js";

const PATTERNS = { yacht: "alike", big_straight: "straight" };
const odd = (dice, options) => oddDie(dice, options.map(([category, points]) => ({ category, points, bonus: 0 })), (id) => PATTERNS[id]);
const YACHT = [["yacht", 0], ["choice", 20]];
const STRAIGHT = [["big_straight", 0], ["choice", 20]];

test("it names the die that spoiled five alike or a straight", () => {
  assert.equal(odd([6, 6, 4, 6, 6], YACHT), 2);
  assert.equal(odd([4, 6, 6, 6, 6], YACHT), 0);
  assert.equal(odd([2, 3, 6, 4, 5], YACHT), -1);
  assert.equal(odd([5, 3, 2, 2, 4], STRAIGHT), 3);
  assert.equal(odd([1, 3, 4, 5, 6], STRAIGHT), 0);
});

test("it finds none where more than a die is missing, or the box is filled or counts something", () => {
  assert.equal(odd([6, 6, 6, 4, 4], YACHT), -1);
  assert.equal(odd([1, 2, 4, 5, 6], STRAIGHT), -1);
  assert.equal(odd([6, 6, 4, 6, 6], [["choice", 28]]), -1);
  assert.equal(odd([6, 6, 4, 6, 6], STRAIGHT), -1);
  assert.equal(odd([2, 3, 4, 5, 5], [["big_straight", 30]]), -1);
});

const SHEET = { upper_bonus: { at: 63, points: 35 }, sections: [{ id: "upper", categories: [{ id: "ones" }, { id: "twos" }] }] };
const column = (upper, more = {}) => ({ boxes: { ones: 1, twos: 2 }, upper, upper_bonus: 0, ...more });

test("it knows by how few points a full upper section misses the bonus", () => {
  assert.deepEqual([62, 60, 59].map((upper) => bonusShort(column(upper), SHEET)), [1, 3, 0]);
  assert.equal(bonusShort(column(70, { upper_bonus: 35 }), SHEET), 0);
  assert.equal(bonusShort(column(62, { boxes: { ones: 1 } }), SHEET), 0);
  assert.equal(bonusShort(column(62), { ...SHEET, upper_bonus: null }), 0);
});
