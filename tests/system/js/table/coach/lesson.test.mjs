import assert from "node:assert/strict";
import { test } from "node:test";

import { hintedWords, lessonWords, stepOf } from "../../../../../static/js/table/coach/lesson.js";
import { sheet, triple } from "./sheets.mjs";

const FOURS = { keep: [4, 4, 4], box: null };
const CHOICE = { keep: null, box: { category: "choice", column: 0, points: 18, bonus: 0, joker: false } };

function hintOf(option, aims = []) {
  return { options: [option], aims };
}

function moment(changes = {}) {
  return {
    mine: true,
    turn: 1,
    roll: 1,
    dice: [4, 4, 1, 4, 2],
    held: [],
    atRest: true,
    pending: false,
    hint: hintOf(FOURS),
    chosen: null,
    offers: [CHOICE.box],
    rounds: 12,
    ...changes,
  };
}

function said(changes, on = sheet) {
  const now = moment(changes);
  return lessonWords(stepOf(now), now, on).join(" ").trim();
}

test("it goes from roll to roll to a box", () => {
  assert.equal(stepOf(moment({ roll: 0, dice: null, hint: null })), "roll");
  assert.equal(stepOf(moment({ atRest: false })), "rolling");
  assert.equal(stepOf(moment({ hint: null })), "think");
  assert.equal(stepOf(moment()), "keep");
  assert.equal(stepOf(moment({ held: [0, 1] })), "keep");
  assert.equal(stepOf(moment({ held: [0, 1, 3] })), "kept");
  assert.equal(stepOf(moment({ hint: hintOf(CHOICE) })), "score");
  assert.equal(stepOf(moment({ hint: hintOf(CHOICE), chosen: CHOICE.box })), "confirm");
  assert.equal(stepOf(moment({ mine: false, turn: 2 })), "watch");
  assert.equal(stepOf(moment({ mine: false, turn: 4 })), "farewell");
  assert.equal(stepOf(moment({ turn: 4 })), "farewell");
});

test("it asks to keep nothing only by rolling all again", () => {
  assert.equal(stepOf(moment({ hint: hintOf({ keep: [], box: null }) })), "keep");
  assert.equal(said({ hint: hintOf({ keep: [], box: null }) }), "These dice don’t go together. Roll all of them again. Press the red button again.");
});

test("it explains every movement in the first turn, and only why in the next ones", () => {
  const aims = [{ category: "fours", column: 0, share: 0.7, points: 14, now: 12, faces: [] }];
  const hint = hintOf(FOURS, aims);
  assert.equal(said({ hint }), "3 alike! Keep them. That’s already 12 in Fours. Tap the glowing dice: they stay on the wood.");
  assert.equal(said({ hint, turn: 2 }), "3 alike! Keep them. That’s already 12 in Fours.");
  assert.equal(said({ hint: hintOf(CHOICE) }), "Choice: 18 points. No need to roll again: it hardly gets better. Tap the glowing box on your card.");
  assert.equal(said({ hint: hintOf(CHOICE), turn: 3, roll: 3 }), "Choice: 18 points. No other box gives more for these dice.");
});

test("it says how to let dice go that are held and should not be", () => {
  assert.equal(said({ turn: 2, held: [0, 2] }), "3 alike! Keep them. Tap the others to let them go.");
  assert.equal(said({ turn: 2, held: [0, 1] }), "3 alike! Keep them.");
});

test("it counts the dice to roll", () => {
  assert.equal(said({ held: [0, 1, 3] }), "Good. Now roll the other 2.");
  const four = { hint: hintOf({ keep: [4, 4, 4, 4], box: null }), dice: [4, 4, 1, 4, 4], held: [0, 1, 3, 4], roll: 2 };
  assert.equal(said(four), "Good. Now roll the other one. It is the last roll of this turn.");
});

test("it uses the time while Pip plays", () => {
  const watching = { mine: false, turn: 2 };
  assert.equal(said(watching), "Now I roll! Meanwhile, tap the name of any box to see its rule.");
  assert.equal(said({ ...watching, turn: 3 }), "Now I roll! Each box is filled once, so keep the good ones for good dice.");
  const bonus = "63 points in Ones to Sixes earn 35 extra: three of each number will do.";
  assert.equal(said({ ...watching, turn: 3 }, triple), `Now I roll! ${bonus}`);
});

test("it says goodbye after three turns, and speaks later only of hints", () => {
  assert.match(said({ turn: 4, mine: false }), /^That’s it, you can play! After 12 turns the highest total wins\./);
  assert.deepEqual(hintedWords(moment({ turn: 7 }), sheet), ["3 alike! Keep them.", ""]);
  assert.deepEqual(hintedWords(moment({ turn: 7, roll: 3, hint: hintOf(CHOICE) }), sheet), [
    "Choice: 18 points.",
    "No other box gives more for these dice.",
  ]);
});
