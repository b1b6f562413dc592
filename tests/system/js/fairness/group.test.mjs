import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { groupCodeOf, groupSealOf, newGroupSeed } from "../../../../static/js/fairness/group.js";

const SEED = { salt: "0123456789abcdef".repeat(2), text: "Luck7" };

test("it seals salt and text, and names no group", () => {
  const naive = createHash("sha256").update(`seal|group|${SEED.salt}|Luck7`).digest("hex");
  assert.equal(groupSealOf(SEED), naive);
});

test("it makes the same code as the server", () => {
  assert.equal(groupCodeOf("abcdefgh2345", SEED), "5zrsycjfed78"); // by games.core.engine.fairness.group_code
});

test("a new seed has the text that was typed, or a random one, and new salt", () => {
  const [typed, random] = [newGroupSeed("abc"), newGroupSeed("")];
  assert.equal(typed.text, "abc");
  assert.match(random.text, /^[0-9a-f]{16}$/);
  assert.match(random.salt, /^[0-9a-f]{32}$/);
  assert.notEqual(typed.salt, random.salt);
  assert.equal(typed.seal, groupSealOf(typed));
});
