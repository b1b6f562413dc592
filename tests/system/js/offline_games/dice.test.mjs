// The dice of games without the server: every face is as likely as the others.

import assert from "node:assert/strict";
import test from "node:test";

import { randomId, randomNumber, rollDie } from "../../../../static/js/offline_games/dice.js";

const WORDS = 2 ** 32;

/** Return a source of these words that fails at its end. */
function words(...list) {
  return () => {
    assert.ok(list.length > 0, "too many words were asked for");
    return list.shift();
  };
}

test("each face has the same number of words", () => {
  for (const faces of [2, 3, 5, 6, 7, 8, 10, 12, 20]) {
    const limit = WORDS - (WORDS % faces);
    // Neighbours have different faces, so whole rounds of words up to the limit have each face equally often.
    for (const start of [0, limit - faces]) {
      const found = Array.from({ length: faces }, (_, at) => rollDie(faces, words(start + at)));
      assert.deepEqual(found.sort((a, b) => a - b), Array.from({ length: faces }, (_, at) => at + 1));
    }
  }
});

test("words beyond the last whole round are thrown away", () => {
  for (const faces of [5, 6, 7, 20]) {
    const limit = WORDS - (WORDS % faces);
    for (let over = limit; over < WORDS; over += 1) assert.equal(rollDie(faces, words(over, WORDS - 1, 2)), 3);
  }
});

test("a power of two wastes no word", () => {
  assert.equal(rollDie(8, words(WORDS - 1)), 8);
});

test("the dice of the browser come out evenly", () => {
  const counts = Array(6).fill(0);
  const rolls = 60_000;
  for (let at = 0; at < rolls; at += 1) counts[rollDie(6) - 1] += 1;
  const expected = rolls / 6;
  const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  assert.ok(chi < 41, `${counts}`); // five degrees of freedom: once in ten million runs
});

test("numbers for bots are from 0 to below 1", () => {
  assert.equal(randomNumber(words(0)), 0);
  assert.ok(randomNumber(words(WORDS - 1)) < 1);
});

test("a game gets a UUID, also where the page came without HTTPS", () => {
  Object.defineProperty(globalThis.crypto, "randomUUID", { value: undefined, configurable: true });
  const found = Array.from({ length: 500 }, randomId);
  for (const id of found) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(new Set(found).size, found.length);
});
