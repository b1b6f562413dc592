import assert from "node:assert/strict";
import test from "node:test";

import { back, changeKind, clear, draftOf, emptyDraft, enter, fullDice, mayRoll, rollAgain, rollNumber, toggleHold } from "../../../../static/js/real_dice/draft.js";
import { actingSeat, add, cardOf, correct, edit, isOver, mostRolls, newGame, places, Refused, turnFrom, undo, wonBy } from "../../../../static/js/real_dice/game.js";
import { Rules } from "../../../../static/js/real_dice/rules.js";
import { smallRules } from "./small-rules.mjs";

const rules = smallRules();

function begin(names = ["Alice", "Bob"]) {
  return newGame(rules.data, names, { id: "1", began: 0 });
}

function dice(...faces) {
  return faces.reduce(enter, emptyDraft("dice", 2));
}

function play(game, faces, category) {
  return add(game, rules, turnFrom(dice(...faces), actingSeat(game, rules), { column: 0, category }, rules));
}

function points(seat, category, number, bonus = 0) {
  return turnFrom(emptyDraft("points", 2), seat, { column: 0, category, points: number, bonus }, rules);
}

function refusal(act) {
  try {
    act();
  } catch (problem) {
    if (problem instanceof Refused) return [problem.code, problem.turn];
    throw problem;
  }
  return null;
}

test("players take turns, and somebody else can be chosen", () => {
  let game = begin();
  assert.equal(actingSeat(game, rules), 0);
  game = play(game, [1, 2], "chance");
  assert.equal(actingSeat(game, rules), 1);
  assert.equal(actingSeat({ ...game, seat: 0 }, rules), 0);
  assert.equal(rules.total(cardOf(game, rules, 0)), 3);
  assert.deepEqual(places([30, 40, 30]), [2, 1, 2]);
  assert.deepEqual(places([30, 40, 30], 2), [3, 2, 1]);
});

test("a bonus applies itself, and a box that the joker rule forbids is refused", () => {
  let game = begin(["Alice"]);
  game = play(game, [6, 6], "yahtzee");
  assert.deepEqual(refusal(() => play(game, [5, 5], "chance")), ["not_allowed", null]);
  game = play(game, [5, 5], "fives");
  assert.equal(rules.total(cardOf(game, rules, 0)), 50 + 10 + 100);
});

test("points that no dice make are refused", () => {
  const game = begin();
  assert.deepEqual(refusal(() => add(game, rules, points(0, "fours", 5))), ["impossible", null]);
  assert.deepEqual(refusal(() => add(game, rules, points(0, "fours", 4, 100))), ["impossible", null]);
  const next = add(game, rules, points(0, "fours", 4));
  assert.deepEqual(refusal(() => add(next, rules, points(0, "fours", 8))), ["filled", null]);
});

test("undo gives the dice back", () => {
  const game = undo(play(begin(), [3, 4], "chance"), rules);
  assert.equal(game.turns.length, 0);
  assert.deepEqual(fullDice(game.draft), [3, 4]);
  assert.equal(actingSeat(game, rules), 0);
  assert.equal(undo(game, rules), game);
});

test("a correction leaves a trace, and scores later turns again", () => {
  let game = begin(["Alice"]);
  game = play(game, [6, 5], "yahtzee");
  game = play(game, [5, 5], "fives");
  assert.equal(game.turns[1].bonus, 0);
  game = edit(game, rules, 0);
  assert.deepEqual(fullDice(game.draft), [6, 5]);
  game = correct(game, rules, 0, turnFrom(dice(6, 6), 0, { column: 0, category: "yahtzee" }, rules));
  assert.equal(game.editing, null);
  assert.deepEqual(game.turns[0].was, [{ column: 0, category: "yahtzee", points: 0, bonus: 0 }]);
  assert.deepEqual(game.turns[1].was, [{ column: 0, category: "fives", points: 10, bonus: 0 }]);
  assert.equal(rules.total(cardOf(game, rules, 0)), 160);
});

test("two turns with dice exchange their boxes", () => {
  let game = begin(["Alice"]);
  game = play(game, [2, 2], "chance");
  game = play(game, [2, 6], "twos");
  game = correct(game, rules, 0, turnFrom(dice(2, 2), 0, { column: 0, category: "twos" }, rules));
  assert.deepEqual(game.turns.map(({ category, points: number }) => [category, number]), [["twos", 4], ["chance", 8]]);
  assert.equal(game.turns[1].was.length, 1);
});

test("a correction that contradicts a later turn is refused, and names it", () => {
  let game = begin(["Alice"]);
  game = add(game, rules, points(0, "yahtzee", 50));
  game = add(game, rules, points(0, "fives", 10, 100));
  assert.deepEqual(refusal(() => correct(game, rules, 0, points(0, "yahtzee", 0))), ["contradicts", 1]);
  assert.deepEqual(refusal(() => correct(game, rules, 0, points(0, "fives", 10))), ["filled", null]);
  // Two fives are alike, so they always earn the bonus.
  assert.deepEqual(refusal(() => correct(game, rules, 1, points(0, "fives", 10))), ["impossible", null]);
  assert.equal(correct(game, rules, 1, points(0, "fives", 5)).turns[1].bonus, 0);
});

test("rolls keep the dice that are held, and can be taken back", () => {
  let draft = [3, 5].reduce(enter, emptyDraft("rolls", 2));
  assert.equal(mayRoll(draft, 3), true);
  assert.equal(mayRoll(toggleHold(toggleHold(draft, 0), 1), 3), false);
  draft = rollAgain(toggleHold(draft, 1));
  assert.deepEqual(draft.rolls[1], { dice: [null, 5], hold: [1] });
  assert.equal(clear(draft, 1), draft);
  draft = enter(draft, 5);
  assert.deepEqual(fullDice(draft), [5, 5]);
  assert.equal(rollNumber(draft, 3), 2);
  assert.deepEqual(back(back(draft)), { ...draft, rolls: [{ dice: [3, 5], hold: [] }], hold: [1] });
  assert.deepEqual(changeKind(draft, "dice", 2).rolls, [{ dice: [5, 5], hold: [] }]);
  const turn = turnFrom(draft, 0, { column: 0, category: "fives" }, rules);
  assert.deepEqual(draftOf(turn, 2).rolls, draft.rolls);
  assert.equal(rollNumber({ ...emptyDraft("dice", 2), first: true }, 3), 1);
});

test("a served win ends the game at once, and unused rolls are saved where the rules say so", () => {
  const other = new Rules({ ...rules.data, served_win: "yahtzee", saves_rolls: true });
  let game = newGame(other.data, ["Alice", "Bob"], { id: "1", began: 0 });
  const early = rollAgain(toggleHold([6, 1].reduce(enter, emptyDraft("rolls", 2)), 0));
  const turn = turnFrom(enter(early, 6), 0, { column: 0, category: "sixes" }, other);
  assert.equal(mostRolls(game, other, 0), 3);
  game = add(game, other, turn);
  assert.deepEqual([mostRolls(game, other, 0), mostRolls(game, other, 1)], [4, 3]);
  assert.equal(isOver(game, other), false);
  game = add(game, other, turnFrom([5, 5].reduce(enter, emptyDraft("rolls", 2)), 1, { column: 0, category: "yahtzee" }, other));
  assert.deepEqual([isOver(game, other), wonBy(game, other)], [true, 1]);
});
