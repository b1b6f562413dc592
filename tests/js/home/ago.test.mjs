import assert from "node:assert/strict";
import test from "node:test";

import { agoWords } from "../../../static/js/home/ago.js";

for (const [seconds, words] of [
  [0, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "yesterday"],
  [3 * 86_400, "3 days ago"],
]) {
  test(`it says "${words}" after ${seconds} s`, () => assert.equal(agoWords(seconds * 1000), words));
}
