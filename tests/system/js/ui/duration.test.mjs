import assert from "node:assert/strict";
import test from "node:test";

import { duration } from "../../../../static/js/ui/duration.js";

test("it counts seconds up, so that 0:00 means over", () => {
  assert.equal(duration(23.2), "0:24");
  assert.equal(duration(0.1), "0:01");
  assert.equal(duration(0), "0:00");
  assert.equal(duration(-3), "0:00");
});

test("it rounds long times", () => {
  assert.equal(duration(90), "1:30");
  assert.equal(duration(1800), "30 min");
  assert.equal(duration(86_399), "23 h");
});
