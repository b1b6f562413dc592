import assert from "node:assert/strict";
import test from "node:test";

import {
  boxWritten, choiceWords, countedGrade, doneWords, gradeOf, lossWord, pointsWord, sameChoice, sameLuckWords, signedPoints,
} from "../../../static/js/ui/choice-text.js";

const sheet = { columns: [1], sections: [{ categories: [{ id: "sixes", name: "Sixes" }, { id: "yahtzee", name: "Yahtzee" }] }] };
const keep = (...faces) => ({ keep: faces, box: null });
const box = (category, points, bonus = 0) => ({ keep: null, box: { column: 0, category, points, bonus, joker: false } });

test("it says what a choice means", () => {
  assert.equal(choiceWords(keep(5, 5, 6), sheet), "keep 5, 5, and 6");
  assert.equal(choiceWords(keep(), sheet), "roll all five");
  assert.equal(doneWords(keep(), sheet), "rolled all five again");
  assert.equal(choiceWords(box("sixes", 18), sheet), "score 18 in Sixes");
  assert.equal(doneWords(box("sixes", 30, 100), sheet), "scored 30 in Sixes and a bonus of 100");
  assert.equal(choiceWords(box("yahtzee", 0), sheet), "cross out Yahtzee");
});

test("it says what stands in a box", () => {
  assert.equal(boxWritten(box("sixes", 18).box, sheet), "18 Sixes");
  assert.equal(boxWritten(box("sixes", 30, 100).box, sheet), "130 Sixes");
  assert.equal(boxWritten(box("yahtzee", 0).box, sheet), "0 Yahtzee");
});

test("it says who did better with the same dice", () => {
  assert.equal(sameLuckWords(200, 201, "Bob"), "With the same dice perfect play scores 1 point more than Bob.");
  assert.equal(sameLuckWords(200, 180, "Bob"), "With these dice Bob scored 20 points more than perfect play, which cannot know what falls.");
  assert.equal(sameLuckWords(200, 200, "Bob"), "With the same dice perfect play scores just as much as Bob.");
});

test("it writes points as people do", () => {
  assert.deepEqual([12.34, -0.04, -3.21].map(pointsWord), ["12.3", "0.0", "−3.2"]);
  assert.deepEqual([12.34, -0.04, -3.21].map(signedPoints), ["+12.3", "±0.0", "−3.2"]);
  assert.deepEqual([0, 0.004, 0.04, 0.0951, 2.36].map(lossWord), ["0", "0", "−0.04", "−0.1", "−2.4"]);
  assert.equal(countedGrade("inaccuracy", 1), "1 inaccuracy");
  assert.equal(countedGrade("inaccuracy", 2), "2 inaccuracies");
});

test("it names losses by the limits that it is given", () => {
  const limits = [{ grade: "best", below: 0.01 }, { grade: "fine", below: 0.5 }];
  assert.deepEqual([0, 0.01, 0.5].map((loss) => gradeOf(loss, limits)), ["best", "fine", "blunder"]);
});

test("it knows the same choice again", () => {
  assert.ok(sameChoice(keep(5, 5), keep(5, 5)));
  assert.ok(!sameChoice(keep(5, 5), keep(5)));
  assert.ok(sameChoice(box("sixes", 18), box("sixes", 18)));
  assert.ok(!sameChoice(box("sixes", 18), box("yahtzee", 0)));
  assert.ok(!sameChoice(keep(), box("sixes", 18)));
});
