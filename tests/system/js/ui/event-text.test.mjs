import assert from "node:assert/strict";
import test from "node:test";

import { boxName, sentence } from "../../../../static/js/ui/event-text.js";

const CATEGORIES = [
  { id: "ones", name: "Ones" },
  { id: "full_house", name: "Full house" },
];
const ONE_COLUMN = { sections: [{ id: "upper", categories: CATEGORIES }], columns: [1], rolls: 3 };
const THREE_COLUMNS = { ...ONE_COLUMN, columns: [1, 2, 3] };
const NAMES = ["You", "Bob", "Charlie"];
const context = { name: (seat) => NAMES[seat], sheet: ONE_COLUMN };
const scored = (data, sheet = ONE_COLUMN) =>
  sentence(
    { type: "box.scored", seat: 1, data: { category: "full_house", column: 0, bonus: 0, joker: false, ...data } },
    { ...context, sheet },
  );
const finished = (places, totals) => sentence({ type: "game.finished", seat: null, data: { places, totals } }, context);

test("it says what was rolled and what was kept", () => {
  const data = { turn: 1, roll: 2, hold: [0, 3], dice: [5, 1, 2, 5, 6] };
  assert.equal(
    sentence({ type: "dice.rolled", seat: 0, data }, context),
    "You rolled 5, 1, 2, 5, and 6, keeping 5 and 5 (roll 2 of 3)",
  );
});

test("it says which box was filled", () => {
  assert.equal(scored({ points: 25 }), "Bob scored 25 in Full house");
});

test("it says that a box was filled with 0", () => {
  assert.equal(scored({ points: 0, joker: true }), "Bob scored 0 in Full house");
});

test("it mentions jokers and bonuses", () => {
  assert.equal(scored({ points: 25, joker: true, bonus: 100 }), "Bob scored 25 in Full house as a joker, and a bonus of 100");
});

test("it names the column where there are three", () => {
  assert.equal(scored({ points: 25, column: 2 }, THREE_COLUMNS), "Bob scored 75 in Full house ×3");
  assert.equal(boxName(THREE_COLUMNS, { category: "ones", column: 0 }), "Ones ×1");
});

test("it names a single winner and shared first places", () => {
  assert.equal(finished([2, 1, 3], [100, 180, 90]), "The game is over: Bob won with 180");
  assert.equal(finished([3, 1, 1], [100, 180, 180]), "The game is over: Bob and Charlie tied with 180");
  assert.equal(finished([1], [222]), "The game is over: 222 points");
});

test("it says nothing about an event of a newer server", () => {
  assert.equal(sentence({ type: "moon.rose", seat: 0, data: {} }, context), "");
});

test("it says who plays for an absent player", () => {
  const away = { type: "seat.away", seat: 1, data: { turn: 3 } };
  assert.equal(sentence(away, context), "Bob is away");
  assert.equal(sentence(away, { ...context, standIn: "Pip" }), "Bob is away, and Pip plays on");
});

test("it says who did not show a seed", () => {
  const cancelled = (withheld) => sentence({ type: "game.cancelled", seat: null, data: { withheld } }, context);
  assert.equal(cancelled([1]), "The start was cancelled: Bob’s browser did not answer");
  assert.equal(cancelled([0]), "The start was cancelled: your browser did not answer");
  assert.equal(cancelled([1, 2]), "The start was cancelled: the browsers of Bob and Charlie did not answer");
});
