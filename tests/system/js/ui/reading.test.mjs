import assert from "node:assert/strict";
import test from "node:test";

import { stepByKey } from "../../../../static/js/history/steps.js";
import { moveByKey } from "../../../../static/js/history/tab-keys.js";
import { panelPlace } from "../../../../static/js/learning/panel-place.js";
import { reading, readingKey } from "../../../../static/js/ui/reading.js";

function turned(act) {
  globalThis.document = { dir: "rtl" };
  try {
    return act();
  } finally {
    delete globalThis.document;
  }
}

test("it knows which way lines run", () => {
  assert.equal(reading(), 1);
  assert.equal(turned(reading), -1);
});

test("the arrow that points onward leads onward", () => {
  assert.deepEqual(["ArrowLeft", "ArrowRight", "Home"].map(readingKey), ["ArrowLeft", "ArrowRight", "Home"]);
  const keys = turned(() => ["ArrowLeft", "ArrowRight", "Home"].map(readingKey));
  assert.deepEqual(keys, ["ArrowRight", "ArrowLeft", "Home"]);
  assert.equal(turned(() => stepByKey("ArrowLeft", 2, 4)), 3);
  assert.equal(turned(() => stepByKey("End", 2, 4)), 4);
  assert.equal(turned(() => moveByKey("ArrowRight", 0, 4)), 3);
});

test("a panel begins where its row begins", () => {
  const row = { left: 100, right: 300, top: 50, bottom: 70 };
  const card = { left: 0, right: 600 };
  const place = { row, card, size: { width: 120, height: 40 }, space: { top: 0, bottom: 500 } };
  assert.equal(panelPlace(place).left, 100);
  assert.equal(panelPlace({ ...place, turned: true }).left, 180);
});
