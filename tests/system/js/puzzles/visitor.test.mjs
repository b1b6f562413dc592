import assert from "node:assert/strict";
import test from "node:test";

import { answered as answeredWith, remember, remembered } from "../../../../static/js/puzzles/visitor.js";

function storage(content = {}) {
  return { getItem: (key) => content[key] ?? null, setItem: (key, value) => (content[key] = value) };
}

const MOST = 150;
const NEW = { seen: [], run: 0, best: 0 };

const answered = (before, code, verdict) => answeredWith(before, code, { ...verdict, most: MOST });

test("it remembers what was stored", () => {
  const place = storage();
  assert.deepEqual(remembered(place), NEW);
  remember(place, { seen: ["a"], run: 2, best: 5 });
  assert.deepEqual(remembered(place), { seen: ["a"], run: 2, best: 5 });
});

test("it works without storage and with nonsense in it", () => {
  assert.deepEqual(remembered(null), NEW);
  remember(null, NEW);
  assert.deepEqual(remembered(storage({ puzzles: "{" })), NEW);
});

test("it counts a streak until the first mistake", () => {
  let now = NEW;
  for (const code of ["a", "b", "c"]) now = answered(now, code, { right: true, streak: true });
  assert.deepEqual(now, { seen: ["a", "b", "c"], run: 3, best: 3 });
  now = answered(now, "d", { right: false, streak: true });
  assert.deepEqual([now.run, now.best], [0, 3]);
});

test("it leaves the streak alone in single puzzles", () => {
  const now = answered({ seen: [], run: 4, best: 6 }, "a", { right: false, streak: false });
  assert.deepEqual(now, { seen: ["a"], run: 4, best: 6 });
});

test("it remembers the newest puzzles, each once", () => {
  let now = NEW;
  for (let number = 0; number < MOST + 5; number += 1) now = answered(now, String(number), { right: true, streak: false });
  assert.equal(now.seen.length, MOST);
  assert.equal(now.seen.at(-1), String(MOST + 4));
  now = answered(now, "10", { right: true, streak: false });
  assert.equal(now.seen.filter((each) => each === "10").length, 1);
});
