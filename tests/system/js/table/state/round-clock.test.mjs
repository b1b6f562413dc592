import assert from "node:assert/strict";
import { test } from "node:test";

import { isBeforeRound } from "../../../../../static/js/table/state/round-clock.js";

const BEGINS = 1e12;
const at = (ms, isFirst = false) => isBeforeRound(BEGINS, isFirst, BEGINS + ms);

test("a round that is shown has not begun before its time and a margin", () => {
  assert.deepEqual([at(-3000), at(0), at(149), at(150), at(5000)], [true, true, true, false, false]);
});

test("a first round that begins within a second is not waited for", () => {
  assert.deepEqual([at(-3000, true), at(-900, true), at(-840, true)], [true, true, false]);
});

test("a round whose beginning is unknown is not waited for", () => {
  assert.equal(isBeforeRound(0, false, 0), false);
});
