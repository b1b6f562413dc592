import assert from "node:assert/strict";
import test from "node:test";

import { bestDice, cardStory as storyOf } from "../../../../../static/js/table/result/card-story.js";

const page = { nearBonus: "3", mostBest: "3" };
const cardStory = (view, sheet, mine) => storyOf(view, sheet, mine, page);
const sheet = {
  columns: [1],
  upper_bonus: { at: 63, points: 35 },
  sections: [{ id: "upper", categories: [{ id: "fives", name: "Fives" }, { id: "sixes", name: "Sixes" }] }, { id: "lower", categories: [{ id: "chance", name: "Chance" }] }],
};
const seat = (number, place, total, boxes, upper = 30, won = 0) => ({
  seat: number, name: `P${number}`, place, out: false, card: { total, columns: [{ boxes, upper, upper_bonus: won }] },
});
const viewOf = (...seats) => ({ status: "finished", seats });

test("the winner and the loser read different words", () => {
  const view = viewOf(seat(0, 1, 60, { chance: 24, sixes: 18 }), seat(1, 2, 52, { chance: 10, fives: 20 }));
  assert.equal(cardStory(view, sheet, 0), "Well played! Your best box: Chance, 24.");
  assert.equal(cardStory(view, sheet, 1), "So close! Your best box: Fives, 20.");
  assert.equal(cardStory(view, sheet, null), "");
});

test("a clear defeat is not called close, and one by far is told kindly", () => {
  const lost = (total) => cardStory(viewOf(seat(0, 1, 90, { chance: 24 }), seat(1, 2, total, { fives: 20 })), sheet, 1);
  assert.equal(lost(72), "Your best box: Fives, 20.");
  assert.equal(lost(52), "Thanks for a good game! Your best box: Fives, 20.");
});

test("it finds the dice of the best box in the log, if it is one box and the log has them", () => {
  const rolled = (whose, turn, dice) => ({ type: "dice.rolled", seat: whose, data: { turn, dice } });
  const scored = (whose, turn, category) => ({ type: "box.scored", seat: whose, data: { turn, category, column: 0 } });
  const log = [rolled(0, 1, [5, 5, 5, 5, 1]), rolled(0, 1, [5, 5, 5, 5, 2]), rolled(1, 1, [6, 6, 6, 6, 6]), scored(1, 1, "fives"), scored(0, 1, "fives"), rolled(0, 2, [1, 2, 3, 4, 6])];
  const best = viewOf(seat(0, 1, 90, { chance: 10, fives: 20 }));
  assert.deepEqual(bestDice(best, sheet, 0, log), [5, 5, 5, 5, 2]);
  assert.equal(bestDice(best, sheet, null, log), null);
  assert.equal(bestDice(best, sheet, 0, log.slice(4)), null);
  assert.equal(bestDice(viewOf(seat(0, 1, 90, { chance: 20, fives: 20 })), sheet, 0, log), null);
});

test("it tells how many points the bonus was away, if it was near", () => {
  const near = (upper, won) => cardStory(viewOf(seat(0, 1, 90, { chance: 24 }, upper, won)), sheet, 0);
  assert.equal(near(62), "Only 1 short of the bonus. Your best box: Chance, 24.");
  assert.equal(near(60), "Only 3 short of the bonus. Your best box: Chance, 24.");
  for (const far of [near(59), near(63, 35)]) assert.equal(far, "Your best box: Chance, 24.");
});

test("it names all of the best boxes, and counts multipliers", () => {
  const both = viewOf(seat(0, 1, 90, { chance: 20, fives: 20, sixes: 6 }));
  assert.equal(cardStory(both, sheet, 0), "Your best boxes: Chance and Fives, 20 each.");
  const columns = [{ boxes: { chance: 20 }, upper: 0, upper_bonus: 0 }, { boxes: { fives: 15 }, upper: 0, upper_bonus: 0 }];
  const triple = viewOf({ ...seat(0, 1, 50, {}), card: { total: 50, columns } });
  assert.equal(cardStory(triple, { ...sheet, columns: [1, 2] }, 0), "Your best box: Fives ×2, 30.");
});

test("the page says how near a bonus is, and how many boxes are named", () => {
  const view = viewOf(seat(0, 1, 90, { chance: 20, fives: 20 }, 60));
  const told = (nearBonus, mostBest) => storyOf(view, sheet, 0, { nearBonus, mostBest });
  assert.equal(told("2", "2"), "Your best boxes: Chance and Fives, 20 each.");
  assert.equal(told("3", "1"), "Only 3 short of the bonus.");
});
