import assert from "node:assert/strict";
import { test } from "node:test";

import { heldPositions, keptPositions, parseLine } from "../../../../../static/js/table/text/line.js";

test("it knows commands by name, short form and beginning", () => {
  for (const line of ["roll", "r", "ROLL", "  roll ", "/roll", "rol"]) assert.equal(parseLine(line).name, "roll", line);
  assert.deepEqual(parseLine("Score  Full house"), { name: "score", rest: "Full house" });
  assert.deepEqual(parseLine("say Hello, Bob!"), { name: "say", rest: "Hello, Bob!" });
  assert.equal(parseLine("?").name, "help");
});

test("it does not guess: unknown, ambiguous and empty lines name nothing", () => {
  for (const line of ["dance", "sc", "h5", "rolling", "", "  ", "/"]) assert.equal(parseLine(line).name, "", line);
});

test("it takes numbers alone as dice to hold", () => {
  for (const line of ["1 3", "13", "1, 3"]) assert.deepEqual(parseLine(line), { name: "hold", rest: line }, line);
});

test("it holds dice by their numbers", () => {
  for (const words of ["1 3", "3 1", "1,3", "13", "1 3 3"]) assert.deepEqual(heldPositions(words, 5), [0, 2], words);
  assert.deepEqual(heldPositions("all", 5), [0, 1, 2, 3, 4]);
  assert.deepEqual(heldPositions("none", 5), []);
  for (const words of ["", "6", "0", "1 6", "fives"]) assert.equal(heldPositions(words, 5), null, words);
  assert.deepEqual(heldPositions("6", 6), [5]);
});

test("it keeps dice by their faces", () => {
  const dice = [5, 2, 5, 6, 5];
  assert.deepEqual(keptPositions("5", dice, []), [0]);
  assert.deepEqual(keptPositions("5 5", dice, []), [0, 2]);
  assert.deepEqual(keptPositions("55 6", dice, []), [0, 2, 3]);
  assert.deepEqual(keptPositions("5", dice, [4]), [4]);
  assert.deepEqual(keptPositions("none", dice, [4]), []);
  for (const words of ["", "1", "2 2", "5555", "six"]) assert.equal(keptPositions(words, dice, []), null, words);
});
