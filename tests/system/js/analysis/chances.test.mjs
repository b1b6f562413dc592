import assert from "node:assert/strict";
import test from "node:test";

import { chancesOfSteps, expectedOfSteps, totalsOfSteps } from "../../../../static/js/analysis/chances.js";

const step = (...seqs) => ({ events: seqs.map((seq) => ({ seq })) });
const all = [step(1), step(2, 3), step(4, 5), step(6)];

test("it takes the chances after the last event of each step", () => {
  const seats = [{ chances: [0.5, 0.6, 0.7, 0.2, 0.3, 0] }, { chances: [0.5, 0.4, 0.3, 0.8, 0.7, 1] }];
  assert.deepEqual(chancesOfSteps(seats, all), [[0.5, 0.5], [0.7, 0.3], [0.3, 0.7], [0, 1]]);
});

test("it adds luck and takes away losses in a solo game", () => {
  const seat = { start: 100, rolls: [{ seq: 2, luck: 5 }, { seq: 4, luck: -2 }], moves: [{ seq: 3, loss: 1 }, { seq: 5, loss: 4 }] };
  assert.deepEqual(expectedOfSteps([seat], all), [[100], [104], [98], [98]]);
});

test("it gives the expected points of each seat where all have the same dice", () => {
  const first = { start: 100, rolls: [{ seq: 2, luck: 5 }], moves: [{ seq: 4, loss: 3 }] };
  const second = { start: 100, rolls: [{ seq: 3, luck: 5 }], moves: [{ seq: 6, loss: 1 }] };
  assert.deepEqual(expectedOfSteps([first, second], all), [[100, 100], [105, 105], [102, 105], [102, 104]]);
});

test("it takes the totals after the last event of each step", () => {
  const sums = [{ seq: 2, seat: 0, total: 5 }, { seq: 3, seat: 1, total: 7 }, { seq: 5, seat: 0, total: 30 }];
  assert.deepEqual(totalsOfSteps(sums, all, 2), [[0, 0], [5, 7], [30, 7], [30, 7]]);
});
