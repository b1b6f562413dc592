import assert from "node:assert/strict";
import test from "node:test";

import { resultText } from "../../../static/js/history/result-text.js";

const seat = (number, name, total, place) => ({ seat: number, name, place, card: { total } });
const view = { variant: { name: "Yacht" }, seats: [seat(0, "Bob", 180, 2), seat(1, "Alice", 210, 1), seat(2, "Charlie", 90, null)] };
const at = (index) => ({ index, hash: `${index}`.repeat(64).slice(0, 64) });

test("it names everyone by place, with the game's last place in the public log", () => {
  const game = { view, fair_log: { commitment: at(12), end: at(34) } };
  assert.equal(resultText(game), "Yacht: Alice 210, Bob 180, Charlie 90 (log 34:34343434)");
});

test("it takes the fingerprint's place as long as the end is not in the log", () => {
  assert.match(resultText({ view, fair_log: { commitment: at(12), end: null } }), /\(log 12:12121212\)$/);
});

test("it names no place for games that are not in the log", () => {
  for (const place of [undefined, null, { commitment: null, end: null }]) {
    assert.match(resultText({ view, fair_log: place }), /Charlie 90$/);
  }
});
