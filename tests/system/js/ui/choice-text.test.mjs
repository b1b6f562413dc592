import assert from "node:assert/strict";
import test from "node:test";

import {
  boxWritten, choiceWords, countedGrade, lossWord, pastChoiceWords, pointsWord, sameChoice, signedPoints,
} from "../../../../static/js/ui/choice-text.js";

const sheet = { columns: [1], sections: [{ categories: [{ id: "sixes", name: "Sixes" }, { id: "yahtzee", name: "Yahtzee" }] }] };
const keep = (...faces) => ({ keep: faces, box: null });
const box = (category, points, bonus = 0) => ({ keep: null, box: { column: 0, category, points, bonus, joker: false } });

test("it says what a choice means", () => {
  assert.equal(choiceWords(keep(5, 5, 6), sheet), "keep 5, 5, and 6");
  assert.equal(choiceWords(keep(), sheet), "roll all five");
  assert.equal(pastChoiceWords(keep(), sheet), "rolled all five again");
  assert.equal(choiceWords(box("sixes", 18), sheet), "score 18 in Sixes");
  assert.equal(pastChoiceWords(box("sixes", 30, 100), sheet), "scored 30 in Sixes and a bonus of 100");
  assert.equal(choiceWords(box("yahtzee", 0), sheet), "score 0 in Yahtzee");
});

test("it shows the content of a box", () => {
  assert.equal(boxWritten(box("sixes", 18).box, sheet), "18 Sixes");
  assert.equal(boxWritten(box("sixes", 30, 100).box, sheet), "130 Sixes");
  assert.equal(boxWritten(box("yahtzee", 0).box, sheet), "0 Yahtzee");
});

test("it formats points and losses", () => {
  assert.deepEqual([12.34, -0.04, -3.21].map(pointsWord), ["12.3", "0.0", "−3.2"]);
  assert.deepEqual([12.34, -0.04, -3.21].map(signedPoints), ["+12.3", "±0.0", "−3.2"]);
  assert.deepEqual([0, 0.004, 0.04, 0.0951, 2.36].map(lossWord), ["0", "0", "−0.04", "−0.1", "−2.4"]);
  assert.equal(countedGrade("inaccuracy", 1), "1 inaccuracy");
  assert.equal(countedGrade("inaccuracy", 2), "2 inaccuracies");
});

test("it compares choices", () => {
  assert.ok(sameChoice(keep(5, 5), keep(5, 5)));
  assert.ok(!sameChoice(keep(5, 5), keep(5)));
  assert.ok(sameChoice(box("sixes", 18), box("sixes", 18)));
  assert.ok(!sameChoice(box("sixes", 18), box("yahtzee", 0)));
  assert.ok(!sameChoice(keep(), box("sixes", 18)));
});
