import assert from "node:assert/strict";
import test from "node:test";

import { waitsLong } from "../../../../../static/js/table/state/long-wait.js";

const table = { isLong: true, status: "playing", seat: 1, isTurn: false, isSeated: true };

for (const [name, change, expected] of [
  ["the second seat waits for the first move", {}, true],
  ["whose turn it is does not wait", { isTurn: true }, false],
  ["a spectator does not wait", { seat: null, isSeated: false }, false],
  ["who sits at a table waits for the start", { status: undefined, seat: null }, true],
  ["nobody waits at a table without a long clock", { isLong: false }, false],
  ["nobody waits after the end", { status: "finished" }, false],
  ["who sits at a table waits after a cancelled start", { status: "cancelled" }, true],
]) {
  test(name, () => assert.equal(waitsLong({ ...table, ...change }), expected));
}
