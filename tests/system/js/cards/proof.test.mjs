import assert from "node:assert/strict";
import test from "node:test";

import { problemsOf } from "../../../../static/js/cards/proof.js";
import { groupCodeOf, groupSealOf } from "../../../../static/js/fairness/group.js";
import { commitmentOf } from "../../../../static/js/fairness/verify.js";

const SEED = { salt: "0123456789abcdef".repeat(2), text: "Luck7" };
const SECRET = "5a".repeat(32);
const BASE = "abcdefgh2345";
const COMMITMENT = commitmentOf(SECRET);
const PROOF = { base: BASE, share: groupCodeOf(BASE, SEED), seal: groupSealOf(SEED), ...SEED, secret: SECRET, commitment: COMMITMENT, group_commitment: COMMITMENT };
const KEPT = { base: BASE, commitment: COMMITMENT, seal: PROOF.seal };

test("it finds nothing wrong with a right proof, before the seed, before the reveal and after it", () => {
  const sealed = { ...PROOF, share: null, salt: "", text: "", secret: null, group_commitment: undefined };
  for (const proof of [PROOF, { ...PROOF, secret: null }, sealed]) {
    assert.deepEqual(problemsOf(proof, null), []);
    assert.deepEqual(problemsOf(proof, KEPT), []);
  }
});

test("it finds whatever was changed", () => {
  const changes = { salt: "f".repeat(32), text: "Other", share: "abcdefghjkmn", secret: "00".repeat(32), base: "abcdefgh2346", group_commitment: "0".repeat(64) };
  for (const [name, value] of Object.entries(changes)) {
    assert.notDeepEqual(problemsOf({ ...PROOF, [name]: value }, null), [], name);
  }
});

test("it compares with what the sender's browser kept", () => {
  for (const name of ["base", "commitment", "seal"]) {
    assert.equal(problemsOf(PROOF, { ...KEPT, [name]: "other" }).length, 1, name);
  }
});
