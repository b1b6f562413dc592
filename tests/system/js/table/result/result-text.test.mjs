import assert from "node:assert/strict";
import test from "node:test";

import { resultText } from "../../../../../static/js/table/result/result-text.js";

const seat = (number, name, total, place, out = null) => ({ seat: number, name, place, out, card: { total } });
const view = { status: "finished", variant: { name: "Yacht" }, seats: [seat(0, "Bob", 180, 2), seat(1, "Alice", 210, 1), seat(2, "Charlie", 90, null, "resigned")] };
const at = (index) => ({ index, hash: `${index}`.repeat(64).slice(0, 64) });

test("it names everyone by place, with the game's last place in the public log", () => {
  const game = { view, fair_log: { commitment: at(12), end: at(34) } };
  assert.deepEqual(resultText(game).split("\n"), ["Yacht · Alice wins by 30", "🥇 Alice 210", "🥈 Bob 180", "▫️ Charlie 90", "(log 34:34343434)"]);
});

test("it gives those who share a place the same medal", () => {
  const tied = { ...view, seats: [seat(0, "Bob", 200, 1), seat(1, "Alice", 200, 1), seat(2, "Charlie", 90, 3)] };
  assert.deepEqual(resultText({ view: tied }).split("\n"), ["Yacht · Bob and Alice tie", "🥇 Bob 200", "🥇 Alice 200", "🥉 Charlie 90"]);
});

test("it says of many players who was best", () => {
  const seats = Array.from({ length: 9 }, (_, number) => seat(number, `P${number}`, 200 - number, number + 1));
  const lines = resultText({ view: { ...view, seats } }).split("\n");
  assert.equal(lines[1], "🥇 P0 200");
  assert.equal(lines.at(-1), "…");
  assert.equal(lines.length, 8);
});

test("it takes the fingerprint's place as long as the end is not in the log", () => {
  assert.match(resultText({ view, fair_log: { commitment: at(12), end: null } }), /\(log 12:12121212\)$/);
});

test("it names no place for games that are not in the log", () => {
  for (const place of [undefined, null, { commitment: null, end: null }]) {
    assert.match(resultText({ view, fair_log: place }), /Charlie 90$/);
  }
});
