// Whether the browser shows its seed, once the server shows the locked list.

import assert from "node:assert/strict";
import test from "node:test";

import { FINGERPRINT_REPLACED, judgeLock, OTHER_DEVICE, SEAL_REPLACED, SEALED_ELSEWHERE, SEALED_TOO_LATE } from "../../../../static/js/fairness/lock.js";
import { ALICE, BOB, CODE, COMMITMENT, lockedGame, naiveSeal } from "./sealed_game.mjs";

const mine = { ...ALICE, code: CODE, seal: naiveSeal(ALICE), commitment: COMMITMENT, at: 1 };
const RECORD = { commitment: COMMITMENT, seals: { [ALICE.player]: mine.seal } };
const older = { ...mine, text: "older", seal: naiveSeal({ ...ALICE, text: "older" }), at: 0 };

test("it shows the seed if fingerprint and seal stand unchanged", () => {
  assert.deepEqual(judgeLock(lockedGame().view, 0, [older, mine], RECORD), { seed: mine });
});

test("it takes any seed of this browser: another tab may have sealed last", () => {
  const { view } = lockedGame();
  view.fairness.seals = [older.seal, view.fairness.seals[1]];
  assert.deepEqual(judgeLock(view, 0, [older, mine], RECORD), { seed: older });
});

test("it keeps the seed secret if the fingerprint has changed since the seal", () => {
  const { view } = lockedGame();
  view.fairness.commitment = "00".repeat(32);
  assert.deepEqual(judgeLock(view, 0, [mine], RECORD), { warning: FINGERPRINT_REPLACED });
});

test("it keeps the seed secret if the fingerprint changed before the seal", () => {
  assert.deepEqual(judgeLock(lockedGame().view, 0, [mine], { ...RECORD, commitment: "00".repeat(32) }), { warning: FINGERPRINT_REPLACED });
});

test("it keeps the seed secret if its seal is not in the list", () => {
  const { view } = lockedGame();
  view.fairness.seals = [naiveSeal({ ...ALICE, text: "forged" }), view.fairness.seals[1]];
  assert.deepEqual(judgeLock(view, 0, [mine], RECORD), { warning: SEAL_REPLACED });
});

test("it warns if the server calls a sealed seed known, so that it need not be shown", () => {
  const { view } = lockedGame();
  view.fairness.seals = [naiveSeal({ ...ALICE, salt: "", text: "chosen" }), view.fairness.seals[1]];
  view.fairness.known = [true, false];
  view.revealing = [1];
  assert.deepEqual(judgeLock(view, 0, [mine], RECORD), { warning: SEAL_REPLACED });
});

test("it doubts a seal that it saw at its seat before the start: another device may have given it", () => {
  const { view } = lockedGame();
  const tablet = naiveSeal({ ...ALICE, text: "tablet" });
  view.fairness.seals = [tablet, view.fairness.seals[1]];
  assert.deepEqual(judgeLock(view, 0, [mine], { ...RECORD, seals: { [ALICE.player]: tablet } }), { doubt: SEALED_ELSEWHERE });
});

test("it takes a seal at another seat for a forgery", () => {
  const { view } = lockedGame();
  view.fairness.seals = [view.fairness.seals[1], mine.seal];
  assert.deepEqual(judgeLock(view, 0, [mine], RECORD), { warning: SEAL_REPLACED });
});

test("it warns if the game starts without seals, so without the sealed seed", () => {
  const { view } = lockedGame();
  view.fairness = { ...view.fairness, scheme: "", seals: [], known: [], seeds: ["none", "bob"] };
  view.revealing = [];
  assert.deepEqual(judgeLock(view, 0, [mine], RECORD), { warning: SEAL_REPLACED });
});

test("it says that a seal came too late if the server never showed one", () => {
  const { view } = lockedGame();
  view.fairness = { ...view.fairness, seals: [naiveSeal({ ...ALICE, salt: "", text: "none" }), view.fairness.seals[1]] };
  for (const seals of [{}, { [ALICE.player]: "" }]) {
    assert.deepEqual(judgeLock(view, 0, [mine], { ...RECORD, seals }), { doubt: SEALED_TOO_LATE });
  }
});

test("it asks for the other device if this browser never sealed", () => {
  assert.deepEqual(judgeLock(lockedGame().view, 0, [], RECORD), { note: OTHER_DEVICE });
  const others = { ...BOB, code: CODE, seal: naiveSeal(BOB), commitment: COMMITMENT, at: 1 };
  assert.deepEqual(judgeLock(lockedGame().view, 0, [others], RECORD), { note: OTHER_DEVICE });
});

test("it says nothing about another device once that one has shown the seed", () => {
  const { view } = lockedGame();
  view.revealing = [1];
  assert.deepEqual(judgeLock(view, 0, [], RECORD), {});
});
