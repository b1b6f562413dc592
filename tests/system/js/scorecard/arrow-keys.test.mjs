import assert from "node:assert/strict";
import test from "node:test";

import { nearest } from "../../../../static/js/scorecard/arrow-keys.js";

// Two columns of boxes, as on a phone; the right one starts lower.
const POINTS = [
  { x: 0, y: 0 },
  { x: 0, y: 40 },
  { x: 0, y: 120 },
  { x: 200, y: 40 },
  { x: 200, y: 80 },
];

test("it goes down the same column over a gap rather than to a nearer box aside", () => {
  assert.equal(nearest(POINTS, POINTS[1], "ArrowDown"), 2);
  assert.equal(nearest(POINTS, POINTS[2], "ArrowUp"), 1);
});

test("it goes across at the same height", () => {
  assert.equal(nearest(POINTS, POINTS[1], "ArrowRight"), 3);
  assert.equal(nearest(POINTS, POINTS[3], "ArrowLeft"), 1);
});

test("it stays where nothing lies ahead", () => {
  assert.equal(nearest(POINTS, POINTS[0], "ArrowUp"), -1);
});
