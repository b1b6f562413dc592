// Scoring by one tap or two: every sequence of up to four steps ends as a naive account of it says.

import assert from "node:assert/strict";
import { test } from "node:test";

import { confirm, leave, NOTHING, pass, sameBox, tap } from "../../../../static/js/scorecard/choice.js";

const FIVES = { column: 0, category: "fives", points: 15 };
const HOUSE = { column: 0, category: "full_house", points: 25 };
const TRIPLE_FIVES = { ...FIVES, column: 2 };
const NOW = 1_000_000;
const UNDO_MS = 3000;
const LATER = NOW + 350;

const rules = (mode, deadline = null, now = NOW) => ({ mode, deadline, now });

test("it chooses a box with the first of two taps, and scores it with the second", () => {
  const first = tap(NOTHING, FIVES, rules("two taps"));
  assert.deepEqual(first, { choice: { option: FIVES, at: NOW, until: null }, send: null });
  assert.deepEqual(tap(first.choice, { ...FIVES }, rules("two taps", null, LATER)), { choice: NOTHING, send: FIVES });
});

test("it takes a double tap for one tap", () => {
  for (const mode of ["one tap", "two taps"]) {
    const first = tap(NOTHING, FIVES, rules(mode));
    assert.deepEqual(tap(first.choice, FIVES, rules(mode, null, LATER - 1)), first);
    const byKey = tap(NOTHING, FIVES, { ...rules(mode), byKey: true });
    assert.equal(tap(byKey.choice, FIVES, rules(mode)).send, FIVES);
  }
});

test("it chooses another box instead", () => {
  const { choice } = tap(NOTHING, FIVES, rules("two taps"));
  assert.equal(tap(choice, HOUSE, rules("two taps")).choice.option, HOUSE);
  assert.equal(tap(choice, TRIPLE_FIVES, rules("two taps")).send, null);
});

test("it scores the chosen box by the button, and nothing without one", () => {
  const { choice } = tap(NOTHING, FIVES, rules("two taps"));
  assert.equal(confirm(choice).send, FIVES);
  assert.equal(confirm(NOTHING).send, null);
});

test("it never sends a box of two taps by itself", () => {
  const { choice } = tap(NOTHING, FIVES, rules("two taps", NOW + 100));
  assert.equal(pass(choice, NOW + 1e9).send, null);
  assert.equal(leave(choice).send, null);
});

test("it sends a box of one tap after three seconds, and not before", () => {
  const { choice, send } = tap(NOTHING, FIVES, rules("one tap"));
  assert.equal(send, null);
  assert.equal(pass(choice, NOW + UNDO_MS - 1).send, null);
  assert.deepEqual(pass(choice, NOW + UNDO_MS), { choice: NOTHING, send: FIVES });
});

test("it sends a box of one tap when the player leaves, or taps it again", () => {
  const { choice } = tap(NOTHING, FIVES, rules("one tap"));
  assert.equal(leave(choice).send, FIVES);
  assert.equal(tap(choice, FIVES, rules("one tap", null, LATER)).send, FIVES);
});

test("it starts to count again for another box", () => {
  const { choice } = tap(NOTHING, FIVES, rules("one tap"));
  const other = tap(choice, HOUSE, rules("one tap", null, NOW + 2000));
  assert.deepEqual(other.choice, { option: HOUSE, at: NOW + 2000, until: NOW + 2000 + UNDO_MS });
});

test("it sends a box of one tap before the turn times out", () => {
  for (const left of [60_000, 4000, 3000, 2000]) {
    const { choice, send } = tap(NOTHING, FIVES, rules("one tap", NOW + left));
    assert.equal(send, null, left);
    assert.ok(choice.until < NOW + left && choice.until > NOW, left);
  }
  for (const left of [1500, 500, -500]) {
    assert.equal(tap(NOTHING, FIVES, rules("one tap", NOW + left)).send, FIVES, left);
  }
});

test("it tells boxes apart by column and category", () => {
  assert.ok(sameBox(FIVES, { column: 0, category: "fives" }));
  assert.ok(!sameBox(FIVES, TRIPLE_FIVES));
  assert.ok(!sameBox(FIVES, HOUSE));
  assert.ok(!sameBox(FIVES, null) && !sameBox(null, null));
});

// The naive account: what each sequence of steps sends, told as one loop over a list of steps.
const STEPS = ["tap A", "tap B", "button", "undo", "wait", "leave"];
const BOXES = { "tap A": FIVES, "tap B": HOUSE };

function naive(mode, steps) {
  let box = null;
  for (const step of steps) {
    if (step === "undo") box = null;
    else if (step in BOXES && box !== BOXES[step]) box = BOXES[step];
    else if (step in BOXES || step === "button" || mode === "one tap") {
      if (box) return box;
    }
  }
  return null;
}

function actual(mode, steps) {
  let choice = NOTHING;
  let now = NOW;
  for (const step of steps) {
    now += step === "wait" ? UNDO_MS : 400;
    const taken =
      step in BOXES
        ? tap(choice, BOXES[step], rules(mode, null, now))
        : { button: confirm, leave, wait: (it) => pass(it, now), undo: () => ({ choice: NOTHING, send: null }) }[step](choice);
    if (taken.send) return taken.send;
    choice = taken.choice;
  }
  return null;
}

test("it sends what a naive account of the same steps sends", () => {
  const sequences = STEPS.flatMap((a) => STEPS.flatMap((b) => STEPS.flatMap((c) => STEPS.map((d) => [a, b, c, d]))));
  for (const mode of ["one tap", "two taps"]) {
    for (const steps of sequences) assert.equal(actual(mode, steps), naive(mode, steps), `${mode}: ${steps}`);
  }
});
