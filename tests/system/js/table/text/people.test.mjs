import assert from "node:assert/strict";
import { test } from "node:test";

import { findSeats } from "../../../../../static/js/table/text/people.js";

const table = (...names) => names.map((name, seat) => ({ name, seat }));
const found = (text, seats) => findSeats(text, seats).map(({ seat }) => seat);

const SEATS = table("Anna", "Ann", "İpek", "José", "Zoë", "Twin", "Twin", "twin", "佐々木", "Світлана", "🎲🎲", "7");

for (const [text, seats] of [
  ["Anna", [0]],
  ["ann", [1]],
  ["An", [0, 1]],
  ["ipek", [2]],
  ["İPEK", [2]],
  ["jose", [3]],
  ["zoe", [4]],
  ["ZOË", [4]],
  ["twin", [7]],
  ["Twin", [5, 6]],
  ["TWIN", [5, 6, 7]],
  ["佐々木", [8]],
  ["佐", [8]],
  ["світ", [9]],
  ["🎲🎲", [10]],
  ["7", [11]],
  ["6", [5]],
  [" 1 ", [0]],
  ["0", []],
  ["99", []],
  ["!", []],
  ["Bob", []],
]) {
  test(`it finds the players that “${text}” means`, () => assert.deepEqual(found(text, SEATS), seats));
}

test("it finds a dotless name by its dotted spelling, and the other way round", () => {
  assert.deepEqual(found("isik", table("Bob", "IŞIK")), [1]);
  assert.deepEqual(found("ışık", table("Bob", "Işık")), [1]);
});
