import assert from "node:assert/strict";
import test from "node:test";

import { endingOf, leadOf, ranked } from "../../../../../static/js/table/state/margin.js";

const seat = (number, total, place, out = false) => ({ seat: number, place, out, card: { total } });
const finished = (...seats) => ({ status: "finished", seats });

test("it orders seats by place, and those without one last", () => {
  const seats = [seat(0, 90, null), seat(1, 180, 2), seat(2, 210, 1), seat(3, 180, 2)];
  assert.deepEqual(ranked({ seats }).map((each) => each.seat), [2, 1, 3, 0]);
});

test("it gives the lead over the next player who stayed", () => {
  assert.equal(leadOf({ seats: [seat(0, 187, 2), seat(1, 210, 1), seat(2, 200, 3, true)] }), 23);
});

test("it gives no lead where all others resigned, or nobody else played", () => {
  assert.equal(leadOf({ seats: [seat(0, 20, 1), seat(1, 60, 2, true)] }), 0);
  assert.equal(leadOf({ seats: [seat(0, 187, 1)] }), 0);
});

test("a few points in a hundred are narrow, a quarter is far", () => {
  const won = (winner, loser) => endingOf(finished(seat(0, winner, 1), seat(1, loser, 2)), 0).margin;
  assert.equal(won(201, 200), "narrow");
  assert.equal(won(200, 194), "narrow"); // 3 of 100
  assert.equal(won(200, 193), "usual");
  assert.equal(won(220, 205), "usual");
  assert.equal(won(200, 151), "usual");
  assert.equal(won(200, 150), "far"); // 25 of 100
  assert.equal(won(250, 150), "far");
  assert.equal(won(12, 11), "narrow"); // one point always is
  assert.equal(won(12, 10), "usual");
});

test("who lost sees their own distance, spectators the lead", () => {
  const three = finished(seat(0, 240, 1), seat(1, 238, 2), seat(2, 120, 3));
  assert.deepEqual(endingOf(three, 0), { margin: "narrow", lost: false });
  assert.deepEqual(endingOf(three, 1), { margin: "narrow", lost: true });
  assert.deepEqual(endingOf(three, 2), { margin: "far", lost: true });
  assert.deepEqual(endingOf(three, null), { margin: "narrow", lost: false });
});

test("a tie is narrow, and nobody has lost it", () => {
  const tie = finished(seat(0, 180, 1), seat(1, 180, 1));
  assert.deepEqual(endingOf(tie, 1), { margin: "narrow", lost: false });
});

test("nothing is close or far alone, after a resignation, or without an end", () => {
  assert.deepEqual(endingOf(finished(seat(0, 187, 1)), 0), { margin: "usual", lost: false });
  const left = finished(seat(0, 90, 1), seat(1, 89, 2, true));
  assert.deepEqual(endingOf(left, 0), { margin: "usual", lost: false });
  assert.deepEqual(endingOf(left, 1), { margin: "usual", lost: true });
  assert.deepEqual(endingOf({ status: "aborted", seats: [seat(0, 9, null), seat(1, 8, null)] }, null), { margin: "usual", lost: false });
});
