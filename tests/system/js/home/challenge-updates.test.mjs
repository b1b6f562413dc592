import assert from "node:assert/strict";
import test from "node:test";

import { challengeChanges, incoming, outgoing } from "../../../../static/js/home/challenge-updates.js";

const ALICE = 1;
const BOB = 2;
const challenge = (id, from, to, status = "open", room = null) => ({
  id, from: { player: from }, to: { player: to }, status, room,
});
const ids = (list) => list.map((each) => each.id);

test("it separates incoming and outgoing challenges", () => {
  const all = [challenge(1, ALICE, BOB), challenge(2, BOB, ALICE), challenge(3, BOB, ALICE, "declined"), challenge(4, ALICE, BOB, "withdrawn")];
  assert.deepEqual(ids(incoming(all, ALICE)), [2]);
  assert.deepEqual(ids(outgoing(all, ALICE)), [1]);
});

test("it reports each new challenge once", () => {
  const now = [challenge(1, BOB, ALICE), challenge(2, BOB, ALICE)];
  assert.deepEqual(ids(challengeChanges([], now, ALICE).asked), [1, 2]);
  assert.deepEqual(ids(challengeChanges(now.slice(0, 1), now, ALICE).asked), [2]);
  assert.deepEqual(ids(challengeChanges([], now, BOB).asked), []);
});

test("it reports a refusal to the challenger", () => {
  const before = [challenge(1, ALICE, BOB)];
  const now = [challenge(1, ALICE, BOB, "declined")];
  assert.deepEqual(ids(challengeChanges(before, now, ALICE).declined), [1]);
  assert.deepEqual(ids(challengeChanges(before, now, BOB).declined), []);
  assert.deepEqual(ids(challengeChanges(now, now, ALICE).declined), []);
});

test("it reports the room of an accepted challenge once", () => {
  const now = [challenge(1, ALICE, BOB, "accepted", "r7")];
  for (const player of [ALICE, BOB]) {
    assert.equal(challengeChanges([challenge(1, ALICE, BOB)], now, player).room, "r7");
  }
  assert.equal(challengeChanges([], now, ALICE).room, null);
  assert.equal(challengeChanges(now, now, ALICE).room, null);
});
