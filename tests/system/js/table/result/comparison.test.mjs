import assert from "node:assert/strict";
import test from "node:test";

import { comparable } from "../../../../../static/js/table/result/comparison.js";

/** A card of two columns with this total; `filled` of its four boxes are filled. */
const seat = (total, filled = 4) => {
  const boxes = (count) => Object.fromEntries(["ones", "twos"].slice(0, count).map((box) => [box, 1]));
  return { card: { total, columns: [{ boxes: boxes(Math.min(2, filled)) }, { boxes: boxes(Math.max(0, filled - 2)) }] } };
};
const view = (...seats) => ({ seats, rounds: 4 });

test("it leaves out cards that are not full", () => {
  const [first, second, third] = [seat(100), seat(30, 3), seat(200)];
  assert.deepEqual(comparable(view(first, second, third)), [first, third]);
});
