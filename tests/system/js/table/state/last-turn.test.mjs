import assert from "node:assert/strict";
import test from "node:test";

import { lastTurn } from "../../../../../static/js/table/state/last-turn.js";

const ROUNDS = 3;
const boxes = (count) => ({ boxes: Object.fromEntries(Array.from({ length: count }, (_, at) => [`box ${at}`, 1])) });
const seat = (number, total, { filled = ROUNDS, turn = ROUNDS, out = false } = {}) => ({ seat: number, out, turn: { number: turn }, card: { total, columns: [boxes(filled)] } });
const game = (acting, ...seats) => ({ status: "playing", mode: "turns", rounds: ROUNDS, acting: [acting], seats });

test("it tells the last player what is missing to win", () => {
  const bob = seat(1, 100, { filled: 2 });
  assert.deepEqual(lastTurn(game(1, seat(0, 118), bob)), { missing: 19 });
  assert.deepEqual(lastTurn(game(1, seat(0, 100), bob)), { missing: 1 });
  assert.deepEqual(lastTurn(game(1, seat(0, 99), bob)), { missing: null });
  assert.deepEqual(lastTurn(game(1, seat(0, 118), bob, seat(2, 300, { filled: 1, out: true }))), { missing: 19 });
});

test("it tells others only that it is their last turn", () => {
  assert.deepEqual(lastTurn(game(0, seat(0, 90, { filled: 2 }), seat(1, 100, { filled: 2 }))), { missing: null });
});

test("it says nothing before, in rounds, and to somebody who plays alone", () => {
  const bob = seat(1, 100, { filled: 1, turn: 2 });
  assert.equal(lastTurn(game(1, seat(0, 118, { filled: 2 }), bob)), null);
  const last = game(1, seat(0, 118), seat(1, 100, { filled: 2 }));
  assert.equal(lastTurn({ ...last, mode: "rounds" }), null);
  assert.equal(lastTurn({ ...last, status: "finished", acting: [] }), null);
  assert.equal(lastTurn(game(0, seat(0, 100, { filled: 2 }))), null);
});
