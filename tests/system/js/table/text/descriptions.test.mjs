import assert from "node:assert/strict";
import { test } from "node:test";

import { cardText, diceText, optionsText, roundText, scoresText, timeText, turnText } from "../../../../../static/js/table/text/descriptions.js";

const CATEGORIES = [
  { id: "ones", name: "Ones" },
  { id: "twos", name: "Twos" },
  { id: "yacht", name: "Yacht" },
];
const SHEET = { sections: [{ id: "upper", categories: CATEGORIES }], columns: [1], upper_bonus: { at: 63, points: 35 } };
const option = (category, points, bonus = 0) => ({ column: 0, category, points, bonus });

test("it tells the dice, what is held and which roll it is", () => {
  const turn = { dice: [5, 5, 3, 2, 1], roll: 2 };
  assert.equal(diceText({ turn, held: [0, 1], rolls: 3 }), "5, 5, 3, 2, and 1. Holding 5 and 5. Roll 2 of 3.");
  assert.equal(diceText({ turn, held: [], rolls: 3 }), "5, 5, 3, 2, and 1. Roll 2 of 3.");
  assert.equal(diceText({ turn: { dice: null, roll: 0 }, held: [], rolls: 3 }), "Roll first.");
});

test("it tells the open boxes, best first", () => {
  assert.equal(optionsText([option("ones", 1), option("yacht", 50, 100), option("twos", 4)], SHEET), "Yacht 150. Twos 4. Ones 1.");
});

test("it tells a card: points, filled and open boxes, and the way to the bonus", () => {
  const column = { boxes: { ones: 3, yacht: 0 }, upper: 3, upper_bonus: 0 };
  assert.equal(
    cardText("Bob", { total: 3, columns: [column] }, SHEET),
    "Bob: 3 points. Filled: Ones 3 and Yacht 0. Open: Twos. Bonus 3/63.",
  );
  const full = { boxes: { ones: 30, yacht: 50, twos: 33 }, upper: 63, upper_bonus: 35 };
  assert.equal(
    cardText("You", { total: 148, columns: [full] }, SHEET),
    "You: 148 points. Filled: Ones 30, Twos 33, and Yacht 50. Bonus 35.",
  );
});

test("it tells what a box counts where columns multiply it", () => {
  const sheet = { ...SHEET, columns: [1, 2] };
  assert.equal(optionsText([option("yacht", 50), { ...option("twos", 4), column: 1 }], sheet), "Yacht ×1 50. Twos ×2 8.");
  const columns = [
    { boxes: { ones: 3, twos: 4 }, upper: 7, upper_bonus: 0 },
    { boxes: { ones: 3, twos: 60, yacht: 50 }, upper: 63, upper_bonus: 35 },
  ];
  assert.equal(
    cardText("Bob", { total: 303, columns }, sheet),
    "Bob: 303 points. Filled: Ones ×1 3, Twos ×1 4, Ones ×2 6, Twos ×2 120, and Yacht ×2 100. Open: Yacht ×1. Bonus 7/63. Bonus 70.",
  );
});

test("it tells everyone's points", () => {
  const seats = [{ seat: 0, card: { total: 45 } }, { seat: 1, card: { total: 50 } }];
  assert.equal(scoresText({ seats, round: 3, rounds: 12 }, (seat) => ["You", "Bob"][seat]), "You 45 and Bob 50. Round 3 of 12.");
});

test("it tells who still plays a round, and leaves out who has resigned", () => {
  const seats = [{ seat: 0 }, { seat: 1 }, { seat: 2 }, { seat: 3, out: true }];
  const name = (seat) => ["You", "Bob", "Charlie", "Dora"][seat];
  const game = { seats, round: 3, rounds: 12 };
  const said = (done) => roundText({ ...game, done }, name, "Time left: 0:20.");
  assert.equal(said([0, 2, 3]), "Round 3 of 12. Waiting for Bob. Time left: 0:20.");
  assert.equal(said([]), "Round 3 of 12. Waiting for You, Bob, and Charlie. Time left: 0:20.");
  assert.equal(said([0, 1, 2]), "Round 3 of 12. Time left: 0:20.");
});

test("it tells whose turn it is, and how far it is", () => {
  assert.equal(turnText("Bob’s turn", { turn: { roll: 2 }, rolls: 3 }, { round: 3, rounds: 12 }), "Bob’s turn. Roll 2 of 3. Round 3 of 12.");
});

test("it tells the time left", () => {
  const times = { 0: "0:00", 23_400: "0:24", 119_000: "1:59", 720_000: "12 min", 86_400_000: "24 h" };
  for (const [left, words] of Object.entries(times)) assert.equal(timeText(1e12 + Number(left), 1e12), `Time left: ${words}.`);
  assert.equal(timeText(null, 1e12), "No clock.");
  assert.equal(timeText(1e12 - 5000, 1e12), "Time left: 0:00.");
});
