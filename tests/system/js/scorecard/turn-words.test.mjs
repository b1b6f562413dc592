import assert from "node:assert/strict";
import test from "node:test";

import { rollWords, scoreWords } from "../../../../static/js/scorecard/turn-words.js";

const SHEET = { columns: [1, 3], sections: [{ id: "lower", categories: [{ id: "chance", name: "Chance" }] }] };

test("it says what the button rolls", () => {
  assert.equal(rollWords(5, 0), "Roll all again");
  assert.equal(rollWords(5, 2), "Roll 3 again");
  assert.equal(rollWords(5, 5), "All dice held");
  assert.equal(rollWords(5, 0, true), "Roll the dice");
});

test("it says what the button scores, times the multiplier of the column", () => {
  assert.equal(scoreWords(SHEET, { category: "chance", column: 1, points: 20, bonus: 0 }), "Score 60 in Chance ×3");
  assert.equal(scoreWords(SHEET, { category: "chance", column: 0, points: 20, bonus: 100 }), "Score 20 +100 in Chance ×1");
});
