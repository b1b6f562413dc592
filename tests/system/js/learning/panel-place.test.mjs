import assert from "node:assert/strict";
import { test } from "node:test";

import { panelPlace } from "../../../../static/js/learning/panel-place.js";

const card = { left: 8, top: 100, right: 382, bottom: 500 };
const space = { top: 6, bottom: 520 };

function row(top, left = 8) {
  return { left, top, right: left + 187, bottom: top + 44 };
}

const size = { width: 362, height: 150 };

test("it is below the row", () => {
  assert.deepEqual(panelPlace({ row: row(140), card, size, space }), { left: 14, top: 190 });
});

test("it is above a row that is low on the card", () => {
  assert.equal(panelPlace({ row: row(450), card, size, space }).top, 294);
});

test("it stays within the card when its row is on the right", () => {
  assert.equal(panelPlace({ row: row(140, 195), card, size: { width: 240, height: 150 }, space }).left, 136);
});

test("it never covers what is below the space, even where neither side has room", () => {
  const tall = { width: 362, height: 300 };
  assert.equal(panelPlace({ row: row(200), card, size: tall, space: { top: 6, bottom: 420 } }).top, 120);
  assert.equal(panelPlace({ row: row(200), card, size: { ...tall, height: 600 }, space }).top, 6);
});
