import assert from "node:assert/strict";
import { test } from "node:test";

import { lastFill, momentDice, momentWords } from "../../../../static/js/watching/moment.js";

const sheet = { sections: [{ categories: [{ id: "fours", name: "Fours" }, { id: "choice", name: "Choice" }] }], columns: [1], rolls: 3, dice: 5 };
const room = { sheet };
const seat = (number, name, turn = { number: 1, roll: 0, dice: null, hold: [] }) => ({ seat: number, name, place: null, turn });
const fill = (number, category, points) => ({ seat: number, category, column: 0, points, bonus: 0, dice: [4, 4, 4, 1, number + 1] });
const turns = { status: "playing", mode: "turns", acting: [0], last: null, seats: [seat(0, "Alice"), seat(1, "Bob")] };
const rounds = { ...turns, mode: "rounds", acting: [], revealed: [] };

test("it tells the roll of who acts, else the box that was filled last", () => {
  const rolled = { ...turns, seats: [seat(0, "Alice", { number: 1, roll: 2, dice: [1, 2, 3, 4, 5], hold: [0] }), turns.seats[1]] };
  assert.equal(momentWords({ view: rolled, room }), "Alice: roll 2 of 3");
  assert.deepEqual(momentDice({ view: rolled, room }), { dice: [1, 2, 3, 4, 5], held: [0], stale: false });
  assert.deepEqual(momentDice({ view: rolled, room, selection: { seat: 0, turn: 1, hold: [3] } }).held, [3]);
  assert.equal(momentWords({ view: turns, room }), "Alice starts.");
  const scored = { ...turns, last: fill(1, "fours", 12) };
  assert.equal(momentWords({ view: scored, room }), "Bob: 12 in Fours");
  assert.deepEqual(momentDice({ view: scored, room }), { dice: [4, 4, 4, 1, 2], held: [], stale: true });
});

test("it tells the points of a box with its column and its bonus", () => {
  const triple = { sheet: { ...sheet, columns: [1, 2, 3] } };
  const last = { ...fill(1, "fours", 12), column: 2, bonus: 100 };
  assert.match(momentWords({ view: { ...turns, last }, room: triple }), /^Bob: 336 in Fours/);
});

test("it tells the best box of the round that was revealed last", () => {
  assert.equal(momentWords({ view: rounds, room }), "All at once");
  assert.deepEqual(momentDice({ view: rounds, room }), { dice: null, held: [], stale: false });
  const shown = { ...rounds, revealed: [fill(0, "choice", 14), fill(1, "fours", 16)] };
  assert.equal(momentWords({ view: shown, room }), "Bob: 16 in Fours");
  assert.deepEqual(momentDice({ view: shown, room }).dice, [4, 4, 4, 1, 2]);
  const tied = { ...rounds, revealed: [fill(1, "fours", 16), fill(0, "choice", 16)] };
  assert.equal(lastFill(tied, sheet).seat, 0);
});

test("it tells who won", () => {
  const placed = (...places) => ({ ...rounds, status: "finished", seats: rounds.seats.map((each, at) => ({ ...each, place: places[at] })) });
  assert.equal(momentWords({ view: placed(2, 1), room }), "Bob won!");
  assert.equal(momentWords({ view: placed(1, 1), room }), "A tie!");
});
