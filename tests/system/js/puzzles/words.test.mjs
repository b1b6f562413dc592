import assert from "node:assert/strict";
import test from "node:test";

import { choiceKey, question, spokenQuestion, spokenVerdict, verdict } from "../../../../static/js/puzzles/words.js";

const SHEET = {
  dice: 5,
  rolls: 3,
  columns: [1],
  sections: [{ id: "lower", categories: [{ id: "chance", name: "Chance" }] }],
};
const BOX = { category: "chance", column: 0, points: 20, bonus: 0 };

test("it asks for dice while rolls are left, then for a box", () => {
  assert.equal(question({ rolls: 2 }, SHEET), "What do you keep?");
  assert.equal(question({ rolls: 3 }, SHEET), "Which box?");
  const spoken = spokenQuestion({ rolls: 1, dice: [1, 2, 2, 6, 6] }, SHEET);
  assert.equal(spoken, "What do you keep? The dice are 1, 2, 2, 6, and 6, after roll 1 of 3.");
});

test("it names choices as the server does, in any order of dice", () => {
  assert.equal(choiceKey({ keep: [6, 2, 6], box: null }), "keep:266");
  assert.equal(choiceKey({ keep: [], box: null }), "keep:");
  assert.equal(choiceKey({ keep: null, box: BOX }), "box:chance");
});

test("it says how good an answer was", () => {
  const choices = [{ box: BOX, loss: 0 }];
  assert.equal(verdict({ right: true, loss: 0.05 }), "Right!");
  assert.equal(verdict({ right: false, loss: 4.2 }), "You give up 4.2 points");
  const spoken = spokenVerdict({ right: false, loss: 4.2, choices, why: ["Why."] }, SHEET);
  assert.equal(spoken, "You give up 4.2 points. Best: score 20 in Chance. Why.");
});
