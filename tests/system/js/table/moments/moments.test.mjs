import assert from "node:assert/strict";
import test from "node:test";

import { leaderOf, momentsOf, NOTHING_KNOWN } from "../../../../../static/js/table/moments/moments.js";

const CATEGORIES = [
  ...["choice", "full_house", "four_of_a_kind", "chance", "twos", "ones"].map((id) => ({ id })),
  ...["yacht", "yahtzee"].map((id) => ({ id, pattern: "alike" })),
  ...["little_straight", "big_straight", "small_straight", "large_straight"].map((id) => ({ id, pattern: "straight" })),
];
const SHEET = { columns: [1], rolls: 3, rounds: 13, dice: 5, sections: [{ categories: CATEGORIES }] };
const TRIPLE = { ...SHEET, columns: [1, 2, 3], rounds: 39 };
const OPEN = { boxes: {}, upper_bonus: 0 };

/** A seat. `options` are [category, points, bonus, joker]; `columns` override parts of empty columns. */
function seat(number, { turn = 1, roll = 0, options = [], total = 0, columns = [{}], out = false } = {}) {
  return {
    seat: number,
    out,
    turn: { number: turn, roll },
    options: options.map(([category, points, bonus = 0, joker = false]) => ({ column: 0, category, points, bonus, joker })),
    card: { total, columns: columns.map((column) => ({ ...OPEN, ...column })) },
  };
}
const game = (...seats) => ({ game: "G", status: "playing", seats });
const rolled = (dice, { turn = 1, roll = 1, by = 0 } = {}) => ({ type: "dice.rolled", seat: by, data: { turn, roll, hold: [], dice } });
const scored = (category, points, more = {}) => {
  const { by = 0, turn = 1, column = 0, bonus = 0, joker = false } = more;
  return { type: "box.scored", seat: by, data: { turn, column, category, points, bonus, joker } };
};
const finished = (places) => ({ type: "game.finished", seat: null, data: { places, totals: places.map(() => 1) } });

function found(events, before, after, { sheet = SHEET, memory = NOTHING_KNOWN } = {}) {
  return momentsOf({ events, before, after, sheet, memory }).moments;
}
const words = (moments) => moments.map(({ kind, seat: who, points, category }) => [kind, who, points ?? category].filter((x) => x !== undefined).join(" "));

// What a person would list, reading the rules: [name, events, seats before, seats after, moments].
const YACHT_SEEN = { roll: 1, options: [["yacht", 50], ["choice", 30]] };
const CASES = [
  ["an ordinary roll", [rolled([1, 3, 3, 4, 6])], [{}], [{ roll: 1, options: [["choice", 17], ["yacht", 0], ["big_straight", 0]] }], []],
  ["the last roll of a turn", [rolled([1, 3, 3, 4, 6], { roll: 3 })], [{ roll: 2 }], [{ roll: 3 }], ["last roll 0"]],
  ["a Yacht", [rolled([6, 6, 6, 6, 6])], [{}], [YACHT_SEEN], ["yacht 0 yacht"]],
  ["a Yacht on the last roll", [rolled([6, 6, 6, 6, 6], { roll: 3 })], [{ roll: 2 }], [{ ...YACHT_SEEN, roll: 3 }], ["last roll 0", "yacht 0 yacht"]],
  ["five alike when the Yacht box is filled", [rolled([2, 2, 2, 2, 2])], [{}], [{ roll: 1, options: [["four_of_a_kind", 8], ["full_house", 0]] }], ["alike 0"]],
  ["a bonus Yahtzee", [rolled([2, 2, 2, 2, 2])], [{}], [{ roll: 1, options: [["twos", 10, 100]] }], ["yacht 0 twos"]],
  ["a joker without a bonus", [rolled([2, 2, 2, 2, 2])], [{}], [{ roll: 1, options: [["large_straight", 40, 0, true]] }], ["yacht 0 large_straight"]],
  ["a straight", [rolled([2, 3, 4, 5, 6])], [{}], [{ roll: 1, options: [["choice", 20], ["big_straight", 30]] }], ["straight 0 big_straight"]],
  ["the higher of two straights", [rolled([2, 3, 4, 5, 6])], [{}], [{ roll: 1, options: [["small_straight", 30], ["large_straight", 40]] }], ["straight 0 large_straight"]],
  [
    "a small straight that was there before",
    [rolled([2, 3, 4, 5, 5], { roll: 2 })],
    [{ roll: 1, options: [["small_straight", 30]] }],
    [{ roll: 2, options: [["small_straight", 30]] }],
    [],
  ],
  [
    "a small straight that grew",
    [rolled([2, 3, 4, 5, 6], { roll: 2 })],
    [{ roll: 1, options: [["small_straight", 30]] }],
    [{ roll: 2, options: [["small_straight", 30], ["large_straight", 40]] }],
    ["straight 0 large_straight"],
  ],
  ["a straight whose boxes are filled", [rolled([2, 3, 4, 5, 6])], [{}], [{ roll: 1, options: [["choice", 20]] }], []],
  ["a roll that is no longer on the table", [rolled([6, 6, 6, 6, 6])], [{}], [{ roll: 2, options: [["yacht", 0]] }], []],
  ["an ordinary score", [scored("choice", 17)], [{ roll: 1, options: [["choice", 17]] }], [{ turn: 2, total: 17 }], ["points 0 17", "total 0"]],
  ["a scratch", [scored("yacht", 0)], [{ roll: 3, options: [["yacht", 0]] }], [{ turn: 2 }], ["points 0 0"]],
  ["a Yacht that was celebrated as it fell", [scored("yacht", 50)], [YACHT_SEEN], [{ turn: 2, total: 50 }], ["points 0 50", "total 0"]],
  [
    "a Yacht rolled and scored in one message",
    [rolled([6, 6, 6, 6, 6]), scored("yacht", 50)],
    [{}],
    [{ turn: 2, total: 50 }],
    ["points 0 50", "yacht 0 yacht", "total 0"],
  ],
  [
    "a straight rolled and scored in one message",
    [rolled([2, 3, 4, 5, 6]), scored("big_straight", 30)],
    [{}],
    [{ turn: 2, total: 30 }],
    ["points 0 30", "straight 0 big_straight", "total 0"],
  ],
  [
    "the upper bonus",
    [scored("sixes", 24)],
    [{ roll: 1, total: 39, columns: [{ upper_bonus: 0 }] }],
    [{ turn: 2, total: 98, columns: [{ upper_bonus: 35 }] }],
    ["points 0 24", "upper bonus 0 35", "total 0"],
  ],
  [
    "100 points for a bonus Yahtzee",
    [scored("twos", 10, { bonus: 100 })],
    [{ roll: 1, options: [["twos", 10, 100]] }],
    [{ turn: 2, total: 110 }],
    ["points 0 10", "extra bonus 0 100", "total 0"],
  ],
  [
    "a joker",
    [scored("full_house", 25, { joker: true })],
    [{ roll: 1, options: [["full_house", 25, 0, true]] }],
    [{ turn: 2, total: 25 }],
    ["points 0 25", "joker 0 full_house", "total 0"],
  ],
  ["an opponent's score", [scored("choice", 9, { by: 1 })], [{ turn: 2 }, {}], [{ turn: 2 }, { turn: 2, total: 9 }], ["points 1 9", "total 1"]],
  ["a win", [scored("choice", 9), finished([1, 2])], [{ total: 1 }, {}], [{ turn: 2, total: 10 }, {}], ["points 0 9", "victory", "total 0"]],
  ["four alike on the last roll", [rolled([6, 6, 4, 6, 6], { roll: 3 })], [{ roll: 2 }], [{ roll: 3, options: [["yacht", 0]] }], ["last roll 0", "near 0"]],
  ["four alike before the last roll", [rolled([6, 6, 4, 6, 6], { roll: 2 })], [{ roll: 1 }], [{ roll: 2, options: [["yacht", 0]] }], []],
  ["events of no interest", [{ type: "hint.given", seat: 0, data: {} }, { type: "moon.rose", seat: 0, data: {} }], [{}], [{}], []],
];

for (const [name, events, before, after, expected] of CASES) {
  test(`it finds the moments of ${name}`, () => {
    const views = [before, after].map((seats) => game(...seats.map((each, number) => seat(number, each))));
    assert.deepEqual(words(found(events, ...views)), expected);
  });
}

test("it multiplies bonuses by the column of Triple Yahtzee, and tells the box by what it multiplies", () => {
  const columns = [{}, {}, {}];
  const before = game(seat(0, { columns }));
  const after = game(seat(0, { turn: 2, total: 402, columns: [{}, {}, { upper_bonus: 35 }] }));
  const moments = found([scored("threes", 9, { column: 2, bonus: 100 })], before, after, { sheet: TRIPLE });
  assert.deepEqual(moments.find(({ kind }) => kind === "points"), { kind: "points", seat: 0, column: 2, category: "threes", points: 9, times: 3 });
  assert.equal(moments.find(({ kind }) => kind === "extra bonus").points, 300);
  assert.equal(moments.find(({ kind }) => kind === "upper bonus").points, 105);
});

test("it finds what brings the bonus nearer, and a bonus missed by a point", () => {
  const sheet = { ...SHEET, upper_bonus: { at: 63, points: 35 }, sections: [{ id: "upper", categories: [{ id: "fives" }, { id: "sixes" }] }, ...SHEET.sections] };
  const column = (upper, boxes) => [{ upper, upper_bonus: 0, boxes }];
  const before = game(seat(0, { columns: column(38, { fives: 20 }) }));
  const kinds = (category, points, upper, boxes) =>
    found([scored(category, points)], before, game(seat(0, { turn: 2, columns: column(upper, boxes) })), { sheet }).map(({ kind }) => kind);
  assert.deepEqual(kinds("sixes", 24, 62, { fives: 20, sixes: 24 }), ["points", "toward bonus", "near bonus"]);
  assert.deepEqual(kinds("sixes", 12, 50, { fives: 20, sixes: 12 }), ["points", "toward bonus"]);
  assert.deepEqual(kinds("sixes", 0, 38, { fives: 20, sixes: 0 }), ["points"]);
  assert.deepEqual(kinds("chance", 12, 38, { fives: 20 }), ["points"]);
});

test("it finds a bonus once if two boxes were filled in one message", () => {
  const after = game(seat(0, { turn: 3, columns: [{ upper_bonus: 35 }] }));
  const moments = found([scored("fives", 20), scored("sixes", 24, { turn: 2 })], game(seat(0)), after);
  assert.equal(moments.filter(({ kind }) => kind === "upper bonus").length, 1);
});

test("it counts a total from the one that was shown", () => {
  const moments = found([scored("choice", 9)], game(seat(0, { total: 40 })), game(seat(0, { turn: 2, total: 49 })));
  assert.deepEqual(moments.at(-1), { kind: "total", seat: 0, from: 40, to: 49 });
});

test("it names all winners, and says whether the game was played alone", () => {
  const after = { ...game(seat(0), seat(1), seat(2)), status: "finished" };
  assert.deepEqual(found([finished([1, 3, 1])], after, after), [{ kind: "victory", seats: [0, 2], alone: false }]);
  const solo = { ...game(seat(0)), status: "finished" };
  assert.deepEqual(found([finished([1])], solo, solo), [{ kind: "victory", seats: [0], alone: true }]);
});

const boxes = (count) => [{ boxes: Object.fromEntries(Array.from({ length: count }, (_, box) => [`box${box}`, 1])) }];
const standing = (...totals) => game(...totals.map((total, number) => seat(number, { total, columns: boxes(2) })));

test("it knows the leader only when all players have filled as many boxes", () => {
  assert.equal(leaderOf(standing(10, 20)), 1);
  assert.equal(leaderOf(standing(20, 20)), null);
  assert.equal(leaderOf(game(seat(0, { total: 30, columns: boxes(3) }), seat(1, { columns: boxes(2) }))), null);
  assert.equal(leaderOf(game(seat(0), seat(1))), null);
  assert.equal(leaderOf(game(seat(0, { total: 30, columns: boxes(3) }))), null);
  const withLeaver = game(seat(0, { total: 5, columns: boxes(2) }), seat(1, { total: 9, columns: boxes(2) }), seat(2, { total: 99, out: true }));
  assert.equal(leaderOf(withLeaver), 1);
});

test("it finds a change of the lead at the end of a round, not at its first leader, and not at a tie", () => {
  const leads = [];
  let memory = NOTHING_KNOWN;
  for (const totals of [[10, 20], [30, 30], [60, 55], [70, 66], [80, 90]]) {
    const after = standing(...totals);
    const result = momentsOf({ events: [scored("choice", 1, { by: 1 })], before: after, after, sheet: SHEET, memory });
    memory = result.memory;
    leads.push(result.moments.filter(({ kind }) => kind === "lead").map((moment) => moment.seat));
  }
  assert.deepEqual(leads, [[], [], [0], [], [1]]);
});

test("it forgets the leader of another game", () => {
  const after = standing(10, 20);
  const memory = { game: "F", leader: 0 };
  assert.deepEqual(found([scored("choice", 1)], after, after, { memory }).filter(({ kind }) => kind === "lead"), []);
});
