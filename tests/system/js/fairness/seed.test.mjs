import assert from "node:assert/strict";
import test from "node:test";

import { asSeed, newSealed, newSeed, sealOf } from "../../../../static/js/fairness/seed.js";
import { ALICE, BOB, CODE, naiveSeal } from "./sealed_game.mjs";

test("it seals code, player, salt and text", () => {
  for (const { player, salt, text } of [ALICE, BOB, { player: 1, salt: "", text: "none" }]) {
    assert.equal(sealOf({ code: CODE, player, salt, text }), naiveSeal({ player, salt, text }));
  }
});

test("it adds new salt to every seed, also to one that was typed twice", () => {
  const [one, two] = [newSealed(CODE, 5, "abc"), newSealed(CODE, 5, "abc")];
  assert.match(one.salt, /^[0-9a-f]{32}$/);
  assert.notEqual(one.salt, two.salt);
  assert.notEqual(one.seal, two.seal);
  assert.equal(one.seal, naiveSeal(one));
});

test("it makes another seed each time", () => {
  const seeds = new Set(Array.from({ length: 100 }, newSeed));
  assert.equal(seeds.size, 100);
  for (const seed of seeds) assert.match(seed, /^[0-9a-f]{16}$/);
});

test("it keeps letters and digits of what is typed", () => {
  assert.equal(asSeed("my lucky-7, ü!"), "mylucky7");
  assert.equal(asSeed("x".repeat(40)).length, 32);
});
