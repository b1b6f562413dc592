import assert from "node:assert/strict";
import test from "node:test";

import { positionsOf } from "../../../../static/js/dice/holds.js";

test("it finds dice with faces: those held first, then the leftmost", () => {
  assert.deepEqual(positionsOf([6, 6], [6, 1, 6, 6, 2], [3]), [0, 3]);
  assert.deepEqual(positionsOf([6, 6], [6, 1, 6, 6, 2], []), [0, 2]);
  assert.deepEqual(positionsOf([2, 1], [6, 1, 6, 6, 2], []), [1, 4]);
  assert.deepEqual(positionsOf([], [6, 1, 6, 6, 2], [3]), []);
  assert.equal(positionsOf([2, 2], [6, 1, 6, 6, 2], []), null);
});
