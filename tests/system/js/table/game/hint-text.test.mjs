// Hints as text.

import assert from "node:assert/strict";
import test from "node:test";

import { hintWords, shortChoice } from "../../../../../static/js/table/game/hint-text.js";

const sheet = {
  columns: [1],
  sections: [{ categories: [{ id: "fives", name: "Fives" }, { id: "yacht", name: "Yacht" }] }],
};
const box = (category, points, bonus = 0) => ({ column: 0, category, points, bonus, joker: false });
const options = [
  { keep: [5, 5, 5], box: null, value: 23.14, loss: 0 },
  { keep: null, box: box("fives", 15), value: 22.3, loss: 0.84 },
  { keep: [], box: null, value: 20, loss: 3.14 },
  { keep: null, box: box("yacht", 0), value: 19, loss: 4.14 },
  { keep: [5], box: null, value: 18, loss: 5.14 },
];

const TOTAL = 140; // points on the card

test("it shows the best choice, the final score that it leads to, and what the next choices lose", () => {
  const { best, others } = hintWords({ options }, sheet, TOTAL);
  assert.equal(best, "Best: keep 5 5 5. Final score about 163.");
  assert.deepEqual(others, ["15 in Fives: −0.8", "roll all again: −3.1", "0 in Yacht: −4.1"]);
});

test("it adds the bonus of a further Yahtzee to the points of a box", () => {
  assert.equal(shortChoice({ keep: null, box: box("fives", 25, 100) }, sheet), "125 in Fives");
});
