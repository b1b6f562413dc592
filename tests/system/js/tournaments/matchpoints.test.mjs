import assert from "node:assert/strict";
import test from "node:test";

import { standingsAfter } from "../../../../static/js/tournaments/matchpoints.js";

const ENTRIES = [
  { name: "Alice", totals: [10, 40, 90] },
  { name: "Bob", totals: [25, 40, 60] },
  { name: "Charlie", totals: [5] },
];

test("it compares everybody with everybody after a round", () => {
  assert.deepEqual(standingsAfter(ENTRIES, 1), [
    { entry: ENTRIES[1], total: 25, percent: 100, place: 1 },
    { entry: ENTRIES[0], total: 10, percent: 50, place: 2 },
    { entry: ENTRIES[2], total: 5, percent: 0, place: 3 },
  ]);
});

test("it splits ties, which share the place", () => {
  const rows = standingsAfter(ENTRIES, 2);
  assert.deepEqual(
    rows.map(({ entry, percent, place }) => [entry.name, percent, place]),
    [["Alice", 75, 1], ["Bob", 75, 1], ["Charlie", 0, 3]],
  );
});

test("a table that ended early keeps its last total", () => {
  assert.deepEqual(standingsAfter(ENTRIES, 3).at(-1), { entry: ENTRIES[2], total: 5, percent: 0, place: 3 });
});
