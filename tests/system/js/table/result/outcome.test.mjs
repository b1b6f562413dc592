import assert from "node:assert/strict";
import test from "node:test";

import { leadOf, ranked } from "../../../../../static/js/table/result/outcome.js";

const seat = (number, total, place, out = false) => ({ seat: number, place, out, card: { total } });

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
