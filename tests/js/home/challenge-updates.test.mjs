import assert from "node:assert/strict";
import test from "node:test";

import { challengeNews, incoming, outgoing } from "../../../static/js/home/challenge-updates.js";

const ALICE = 1;
const BOB = 2;
const challenge = (id, from, to, status = "open", room = null) => ({
  id, from: { player: from }, to: { player: to }, status, room,
});
const ids = (list) => list.map((each) => each.id);

test("it tells apart what waits for me and what I asked", () => {
  const all = [challenge(1, ALICE, BOB), challenge(2, BOB, ALICE), challenge(3, BOB, ALICE, "declined"), challenge(4, ALICE, BOB, "withdrawn")];
  assert.deepEqual(ids(incoming(all, ALICE)), [2]);
  assert.deepEqual(ids(outgoing(all, ALICE)), [1]);
});

test("it tells of each new challenge once", () => {
  const now = [challenge(1, BOB, ALICE), challenge(2, BOB, ALICE)];
  assert.deepEqual(ids(challengeNews([], now, ALICE).asked), [1, 2]);
  assert.deepEqual(ids(challengeNews(now.slice(0, 1), now, ALICE).asked), [2]);
  assert.deepEqual(ids(challengeNews([], now, BOB).asked), []);
});

test("it tells the one who asked of a refusal", () => {
  const before = [challenge(1, ALICE, BOB)];
  const now = [challenge(1, ALICE, BOB, "declined")];
  assert.deepEqual(ids(challengeNews(before, now, ALICE).declined), [1]);
  assert.deepEqual(ids(challengeNews(before, now, BOB).declined), []);
  assert.deepEqual(ids(challengeNews(now, now, ALICE).declined), []);
});

test("it leads both to the table when the answer is yes, but not who comes back later", () => {
  const now = [challenge(1, ALICE, BOB, "accepted", "r7")];
  for (const player of [ALICE, BOB]) {
    assert.equal(challengeNews([challenge(1, ALICE, BOB)], now, player).room, "r7");
  }
  assert.equal(challengeNews([], now, ALICE).room, null);
  assert.equal(challengeNews(now, now, ALICE).room, null);
});
