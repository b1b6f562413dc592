import assert from "node:assert/strict";
import { test } from "node:test";

import { aimWords, boxReason, boxWords, keepWords } from "../../../../../static/js/table/coach/advice.js";
import { sheet, triple } from "./sheets.mjs";

function aim(category, { share = 0.2, points = 20, now = 0, faces = [], column = 0 }) {
  return { category, column, share, points, now, faces };
}

function box(category, points, bonus = 0) {
  return { category, column: 0, points, bonus, joker: false };
}

test("it names what belongs together", () => {
  assert.equal(keepWords([4, 4, 4]), "3 alike! Keep them.");
  assert.equal(keepWords([5, 5]), "2 alike! Keep them.");
  assert.equal(keepWords([6, 6, 6, 6]), "4 alike! Keep them.");
  assert.equal(keepWords([3, 5, 3, 5]), "Keep 3, 3, 5, and 5.");
  assert.equal(keepWords([5, 3, 4, 2]), "2, 3, 4, and 5 are in a row: keep them.");
  assert.equal(keepWords([6, 5]), "Keep 5 and 6.");
  assert.equal(keepWords([2, 4, 5, 6]), "Keep 2, 4, 5, and 6.");
  assert.equal(keepWords([6]), "Not much here. Keep the 6.");
  assert.equal(keepWords([]), "These dice don’t go together. Roll all of them again.");
});

test("it says what the dice count for sure, and what they may become", () => {
  const aims = [aim("yacht", { points: 50 }), aim("full_house", {}), aim("fours", { now: 12, points: 13.1 })];
  assert.equal(aimWords(aims, sheet), "That’s already 12 in Fours. You can still go for Yacht or Full house.");
  assert.equal(aimWords([aims[2]], sheet), "That’s already 12 in Fours.");
  assert.equal(aimWords([aims[0]], sheet), "You can still go for Yacht.");
  assert.equal(aimWords([], sheet), "");
});

test("it says of a single die only what it leaves open", () => {
  const aims = [aim("full_house", {}), aim("sixes", { now: 6, points: 8 })];
  assert.equal(aimWords(aims, sheet, 1), "You can still go for Full house.");
  assert.equal(aimWords([aims[1]], sheet, 1), "");
});

test("it does not promise a box that is only a way out", () => {
  const aims = [aim("full_house", { share: 0.33 }), aim("choice", { share: 0.6, points: 12, now: 12 })];
  assert.equal(aimWords(aims, sheet), "You can still go for Full house.");
});

test("it names the numbers that the last die needs", () => {
  const aims = [aim("big_straight", { points: 30, faces: [2, 6] }), aim("sixes", { now: 6, points: 6 })];
  assert.equal(aimWords(aims, sheet), "With a 2 or 6 you get 30 in Big straight.");
});

test("it multiplies the points of a column", () => {
  const sure = aim("fours", { now: 12, points: 13, column: 2 });
  assert.equal(aimWords([sure], triple), "That’s already 36 in Fours ×3.");
});

test("it says what to score, and why", () => {
  const offers = [box("fours", 12), box("choice", 18), box("ones", 0)];
  assert.equal(boxWords(offers[0], sheet), "Fours: 12 points.");
  assert.equal(boxWords(box("ones", 1), sheet), "Ones: 1 point.");
  assert.equal(boxWords(offers[2], sheet), "Nothing fits. Give up Ones.");
  assert.equal(boxReason(offers[0], offers, sheet, 0), "Choice would give 18 now, but it is worth more on a later turn.");
  assert.equal(boxReason(offers[1], offers, sheet, 0), "No other box gives more for these dice.");
  assert.equal(boxReason(offers[1], offers, sheet, 1), "No need to roll again: it hardly gets better.");
  const zeros = [box("ones", 0), box("yacht", 0)];
  assert.equal(boxReason(zeros[0], zeros, sheet, 0), "Every turn fills one box, and this one costs you least.");
  const low = [box("ones", 2), box("yacht", 0)];
  assert.equal(boxReason(low[0], low, sheet, 0), "A small box is a good place for a bad roll.");
});
