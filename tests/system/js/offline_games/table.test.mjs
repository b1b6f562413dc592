// Tables of other rules, of another form, and damaged ones are refused; a good one has the values that were written.

import assert from "node:assert/strict";
import test from "node:test";

import { readTable } from "../../../../static/js/offline_games/bot.js";
import { checksum, identity } from "../../../../static/js/offline_games/table.js";
import { Rules } from "../../../../static/js/real_dice/rules.js";
import { smallRules } from "../real_dice/small-rules.mjs";

const STEPS = 100;
const BOXES = 8;
const YAHTZEE = 6;

/** Rules with two dice, the upper section, chance and a Yahtzee box: 256 sets of boxes, and a second flag for half of them. */
const { data } = smallRules();
const COUNT = 256 + 128;

/** Return a table in which every state has the value of its place, a hundredth of a point each. */
function written({ version = 1, rules = data, count = COUNT } = {}) {
  const buffer = new ArrayBuffer(24 + 2 * count);
  const bytes = new Uint8Array(buffer);
  for (let at = 0; at < count; at += 1) {
    bytes[24 + at] = (2 * at) & 255;
    bytes[24 + count + at] = (2 * at) >> 8;
  }
  bytes.set(new TextEncoder().encode("YACHTVAL"));
  const header = new DataView(buffer, 8);
  header.setUint16(0, version, true);
  header.setUint16(2, STEPS, true);
  header.setUint32(4, count, true);
  header.setUint32(8, identity(rules), true);
  header.setUint32(12, checksum(bytes.subarray(24)), true);
  return buffer;
}

test("the checksum is CRC-32", () => {
  assert.equal(checksum(new TextEncoder().encode("123456789")), 0xcbf43926);
});

test("a table has the values that were written", () => {
  const { table } = readTable(written(), data);
  const entries = Array(BOXES).fill(null);
  assert.equal(table.value(table.state({ entries })), 0);
  entries[1] = 4;
  assert.deepEqual(table.state({ entries }), [2, 0, 0]);
  assert.equal(table.value([2, 0, 0]), 0.02);
  entries[YAHTZEE] = 50;
  assert.deepEqual(table.state({ entries }), [66, 1, 0]);
  // Below this set are 64 with one flag and 2 with two.
  assert.equal(table.value([66, 1, 0]), 0.69);
  assert.equal(table.value([66, 0, 0]), 0.68);
});

test("filling a box adds its points and what comes after it", () => {
  const { table } = readTable(written(), data);
  assert.equal(table.worth([0, 0, 0], 1, { points: 4, bonus: 0 }), 4.02);
  assert.equal(table.worth([0, 0, 0], YAHTZEE, { points: 50, bonus: 0 }), 50 + 0.65);
});

test("what is no table is refused", () => {
  for (const bytes of [0, 7, 23]) assert.deepEqual(readTable(written().slice(0, bytes), data), { refused: "not_a_table" });
  assert.deepEqual(readTable(new TextEncoder().encode("<!doctype html><title>Not found</title>").buffer, data), { refused: "not_a_table" });
});

test("another form is refused", () => {
  assert.deepEqual(readTable(written({ version: 2 }), data), { refused: "other_version" });
});

test("other rules are refused, however little they differ", () => {
  const points = [data.points[0].map((row, place) => (place === YAHTZEE ? row.map((each) => each && 60) : row))];
  const others = [{ id: "other" }, { version: 3 }, { joker: "free" }, { yahtzee_bonus: 50 }, { order: "down" }, { points }];
  for (const change of others) assert.deepEqual(readTable(written(), { ...data, ...change }), { refused: "other_rules" });
  assert.ok(readTable(written(), { ...data, name: "Renamed" }).table);
});

test("a truncated, longer or damaged table is refused", () => {
  const whole = written();
  for (const bytes of [24, 25, whole.byteLength - 1]) assert.deepEqual(readTable(whole.slice(0, bytes), data), { refused: "damaged" });
  const longer = new Uint8Array(whole.byteLength + 1);
  longer.set(new Uint8Array(whole));
  assert.deepEqual(readTable(longer.buffer, data), { refused: "damaged" });
  const changed = written();
  new Uint8Array(changed)[100] ^= 1;
  assert.deepEqual(readTable(changed, data), { refused: "damaged" });
  assert.deepEqual(readTable(written({ count: COUNT - 1 }), data), { refused: "damaged" });
});

test("the identity does not depend on a copy", () => {
  assert.equal(identity(JSON.parse(JSON.stringify(data))), identity(new Rules(data).data));
});
