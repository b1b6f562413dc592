import assert from "node:assert/strict";
import test from "node:test";

import { backoff } from "../../../../static/js/net/backoff.js";

const LATEST = 0.9999999;

test("it waits up to half a second the first time and 1.8 times longer each time after", () => {
  assert.equal(backoff(0, () => LATEST), 500);
  assert.equal(backoff(1, () => LATEST), 900);
  assert.equal(backoff(2, () => LATEST), 1620);
});

test("it waits at most five seconds in its first eight tries", () => {
  assert.equal(backoff(4, () => LATEST), 5_000);
  assert.equal(backoff(7, () => LATEST), 5_000);
});

test("it never waits longer than twenty seconds", () => {
  assert.equal(backoff(50, () => LATEST), 20_000);
});

test("it spreads waiting players over the whole time", () => {
  assert.equal(backoff(9, () => 0), 0);
  assert.equal(backoff(9, () => 0.5), 10_000);
});
