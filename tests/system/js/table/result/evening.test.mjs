import assert from "node:assert/strict";
import test from "node:test";

import { scoresOf, withResult } from "../../../../../static/js/table/result/evening.js";

const viewOf = (...places) => ({ seats: places.map((place, at) => ({ name: ["Mia", "Jon"][at], player: at + 7, place })) });

test("it counts the games that each has won, a tie for both", () => {
  let known = {};
  [viewOf(1, 2), viewOf(1, 1), viewOf(2, 1), viewOf(2, 1)].forEach((view, at) => (known = withResult(known, at + 1, view)));
  assert.deepEqual(scoresOf(known, 4, viewOf(2, 1)), [{ name: "Jon", wins: 3 }, { name: "Mia", wins: 2 }]);
});

test("it says nothing of the first game, of a game alone, or if it has not seen all", () => {
  const known = withResult({}, 1, viewOf(1, 2));
  assert.deepEqual(scoresOf(known, 1, viewOf(1, 2)), []);
  assert.deepEqual(scoresOf(withResult(known, 3, viewOf(1, 2)), 3, viewOf(1, 2)), []);
  assert.deepEqual(scoresOf(withResult(known, 2, viewOf(1)), 2, viewOf(1)), []);
});
