import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";

import { canonicalText, changedParts, withEvents } from "../../../../static/js/fairness/event-hash.js";
import { sealedGame } from "./sealed_game.mjs";

const roll = { seq: 4, type: "dice.rolled", seat: 1, at: 99, by: "7:a-1", data: { turn: 1, roll: 2, hold: [0], dice: [6, 1, 2, 3, 4] } };

test("it writes an event in one way", () => {
  assert.equal(canonicalText(roll), '[4,1,99,"dice.rolled",1,2,[0],[6,1,2,3,4]]');
  const reordered = { data: { dice: [6, 1, 2, 3, 4], hold: [0], roll: 2, turn: 1 }, at: 99, seat: 1, type: "dice.rolled", seq: 4 };
  assert.equal(canonicalText(reordered), canonicalText(roll));
});

test("it leaves out names and whatever a later server adds", () => {
  const [started] = sealedGame().events;
  const renamed = structuredClone(started);
  renamed.data.seats[0].name = "Deleted player";
  renamed.data.later = 1;
  renamed.data.seats[1].later = true;
  assert.equal(canonicalText(renamed), canonicalText(started));
});

test("it includes everything that matters to the dice", () => {
  const [started, shown] = sealedGame().events;
  const before = canonicalText(started);
  for (const change of [
    (data) => (data.commitment = "00"),
    (data) => (data.seats[1].seal = "00"),
    (data) => (data.seats[0].player = 9),
    (data) => (data.seats[0].known = true),
    (data) => data.seats.reverse(),
  ]) {
    const other = structuredClone(started);
    change(other.data);
    assert.notEqual(canonicalText(other), before);
  }
  assert.notEqual(canonicalText({ ...shown, data: { ...shown.data, seed: "x" } }), canonicalText(shown));
});

test("it chains hashes as they are documented", () => {
  const { events } = sealedGame();
  let hash = "";
  for (const event of events) hash = createHash("sha256").update(`${hash}\n${canonicalText(event)}`).digest("hex");
  assert.deepEqual(withEvents([], events), [{ from: 1, to: events.length, hash }]);
});

test("it gives the same hash however the events arrive", () => {
  const { events } = sealedGame();
  const one = events.reduce((parts, event) => withEvents(parts, [event]), []);
  const twice = withEvents(withEvents([], events.slice(0, 3)), events);
  assert.deepEqual(one, withEvents([], events));
  assert.deepEqual(twice, one);
});

test("it keeps a part for each stretch without a gap, also if older events come later", () => {
  const { events } = sealedGame();
  const late = withEvents(withEvents([], events.slice(2, 4)), events.slice(5));
  assert.deepEqual(late.map(({ from, to }) => [from, to]), [[3, 4], [6, 6]]);
  const all = withEvents(late, events);
  assert.deepEqual(all.map(({ from, to }) => [from, to]).sort(), [[1, 2], [3, 5], [6, 6]]);
  assert.deepEqual(changedParts(all, events), []);
});

test("it finds the part whose events have changed or are gone", () => {
  const { events } = sealedGame();
  const parts = withEvents(withEvents([], events.slice(0, 2)), events.slice(3));
  assert.deepEqual(changedParts(parts, events), []);
  const changed = structuredClone(events);
  changed[4].data.dice[0] = (changed[4].data.dice[0] % 6) + 1;
  assert.deepEqual(changedParts(parts, changed).map(({ from }) => from), [4]);
  assert.deepEqual(changedParts(parts, events.slice(0, -1)).map(({ from }) => from), [4]);
  assert.deepEqual(changedParts(parts, events.slice(1)).map(({ from }) => from), [1]);
});

test("it stays small, however many gaps there are", () => {
  const { events } = sealedGame();
  let parts = [];
  for (let seq = 1; seq < 400; seq += 2) parts = withEvents(parts, [{ ...events[3], seq }]);
  assert.equal(parts.length, 32);
});
