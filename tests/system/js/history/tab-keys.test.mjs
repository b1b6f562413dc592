import assert from "node:assert/strict";
import test from "node:test";

import { moveByKey } from "../../../../static/js/history/tab-keys.js";

test("it moves to the neighbour, around the ends, and to the first and last tab", () => {
  const to = (key, at) => moveByKey(key, at, 4);
  assert.deepEqual([to("ArrowRight", 0), to("ArrowRight", 3), to("ArrowLeft", 0), to("ArrowLeft", 2)], [1, 0, 3, 1]);
  assert.deepEqual([to("Home", 2), to("End", 1), to("Enter", 1), to("r", 1)], [0, 3, null, null]);
});
