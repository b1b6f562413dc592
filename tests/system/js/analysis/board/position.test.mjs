import assert from "node:assert/strict";
import test from "node:test";

import { boardAddress, chosenSwitches, exampleColumns, positionText, readPosition, rulesText } from "../../../../../static/js/analysis/board/position.js";

const TEXT = "yahtzee:joker=free 3,-,-,-,-,-,-,-,25,-,-,50,- 1 66116 2";
const TRIPLE = "triple_yahtzee -,2/-,-/0,- 0/0/0 - 0";

test("it reads a position and writes the same text", () => {
  for (const text of [TEXT, TRIPLE]) assert.equal(positionText(readPosition(text)), text);
  const { variant, columns, bonuses, dice, rolls } = readPosition(TEXT);
  assert.equal(variant, "yahtzee");
  assert.deepEqual(columns, [[3, null, null, null, null, null, null, null, 25, null, null, 50, null]]);
  assert.deepEqual([bonuses, dice, rolls], [[1], [6, 6, 1, 1, 6], 2]);
  assert.deepEqual(readPosition(TRIPLE).columns, [[null, 2], [null, null], [0, null]]);
  assert.equal(readPosition(TRIPLE).dice, null);
});

test("it forgets the dice before the first roll", () => {
  assert.equal(positionText({ ...readPosition(TEXT), rolls: 0 }).split(" ")[3], "-");
});

test("it puts a position into an address without spaces", () => {
  assert.equal(boardAddress("/analysis/", "yacht -,3 0 12345 1"), "/analysis/yacht/-,3_0_12345_1");
});

test("it names the switches that are not as usual", () => {
  const switches = [{ id: "joker", choices: [{ value: "forced" }, { value: "free" }] }];
  assert.equal(rulesText("yahtzee", switches, {}), "yahtzee");
  assert.equal(rulesText("yahtzee", switches, { joker: "forced" }), "yahtzee");
  assert.equal(rulesText("yahtzee", switches, { joker: "free" }), "yahtzee:joker=free");
  assert.deepEqual(chosenSwitches("yahtzee:joker=free"), { joker: "free" });
  assert.deepEqual(chosenSwitches("yahtzee"), {});
});

test("its example fills every second box, but none that celebrates", () => {
  const categories = [{ id: "ones" }, { id: "twos" }, { id: "house" }, { id: "five", pattern: "alike" }, { id: "chance" }, { id: "straight" }];
  const sheet = { sections: [{ categories: categories.slice(0, 2) }, { categories: categories.slice(2) }], columns: [1, 2] };
  const points = { twos: [0, 2, 4, 6, 8, 10], five: [0, 50], straight: [0, 30] };
  const column = [null, 6, null, null, null, 30];
  assert.deepEqual(exampleColumns({ sheet, points }), [column, column]);
});
