import assert from "node:assert/strict";
import test from "node:test";

import { bestMove, diceOf, keptPositions, luckiestRoll, turningPoint, worstMove } from "../../../../static/js/analysis/highlights.js";

// Event 1 starts the game; each turn is a roll and a box.
const seat = (number, seqs, chances) => ({
  seat: number,
  chances,
  rolls: seqs.map(([roll], at) => ({ seq: roll, turn: at + 1, luck: at })),
  moves: seqs.map(([, box], at) => ({ seq: box, turn: at + 1, loss: at })),
  costliest: [1],
  luckiest: [0],
  finest: { move: 0, plain: { keep: [1], box: null }, gain: 2.5 },
});
const mine = [0.5, 0.45, 0.4, 0.4, 0.4, 0.4, 0.65, 0.7, 1];
const alice = seat(0, [[2, 3], [6, 7]], mine);
const bob = seat(1, [[4, 5], [8, 9]], mine.map((chance) => 1 - chance));

test("it finds the turn in which a seat gained most, of whoever's turn", () => {
  const { mover, turn, seq, seat: gained, before, after } = turningPoint([alice, bob]);
  assert.deepEqual([mover, turn, seq, gained, before, after], [1, 2, 9, 0, 0.65, 1]);
});

test("it finds none in a solo game, or where nothing changed", () => {
  assert.equal(turningPoint([{ ...alice, chances: [] }]), null);
  assert.equal(turningPoint([{ ...alice, chances: mine.map(() => 1) }]), null);
});

test("it takes the best and worst choice and the luckiest roll from the analysis", () => {
  assert.deepEqual([worstMove(alice).seq, luckiestRoll(alice).seq, bestMove(alice).move.seq, bestMove(alice).gain], [7, 2, 3, 2.5]);
});

test("it does without them if there are none, as in older analyses", () => {
  const dull = { ...alice, costliest: [], luckiest: [], finest: undefined };
  assert.deepEqual([worstMove(dull), luckiestRoll(dull), bestMove(dull), bestMove({ ...dull, finest: null })], [null, null, null, null]);
});

test("it reads the dice of a position", () => {
  assert.deepEqual(diceOf("yacht -,-,3 0 11356 2"), [1, 1, 3, 5, 6]);
});

test("it finds the dice that a choice kept", () => {
  const kept = (keep) => keptPositions([1, 1, 3, 6, 6], { keep });
  assert.deepEqual([kept([6, 6]), kept([1, 3]), kept([]), kept(null)], [[3, 4], [0, 2], [], []]);
});
