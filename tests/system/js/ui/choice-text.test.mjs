import assert from "node:assert/strict";
import test from "node:test";

import {
  boxWritten, choiceWords, countedGrade, firstWords, isProud, lossWord, pastChoiceWords, pointsWord, sameChoice, signedPoints,
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

test("an analysis begins with kind words that are true", () => {
  const grades = (best, fine, blunder) => ({ best, fine, inaccuracy: 0, mistake: 0, blunder });
  assert.equal(firstWords(grades(18, 4, 13)), "18 of 35 choices were just right.");
  assert.equal(firstWords(grades(1, 0, 38)), "1 of 39 choices was just right.");
  assert.equal(firstWords(grades(0, 2, 13)), "2 of 15 choices were good.");
  assert.equal(firstWords(grades(0, 0, 13)), "Here is what you can try next time.");
  assert.equal(firstWords(grades(0, 0, 0)), "");
  for (const each of [grades(18, 4, 13), grades(0, 2, 13), grades(0, 0, 13)]) assert.doesNotMatch(firstWords(each), /blunder|mistake|accuracy/i);
});

test("only an accuracy to be proud of stands beside a name", () => {
  assert.deepEqual([5, 49.9, 50, 100, null].map(isProud), [false, false, true, true, false]);
});
