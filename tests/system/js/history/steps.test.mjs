import assert from "node:assert/strict";
import test from "node:test";

import { stepByKey, stepFromFragment, stepOfEvent, stepsOf, viewAfter } from "../../../../static/js/history/steps.js";

const scored = (seq, seat, turn, category, points) => ({
  seq, type: "box.scored", seat, data: { turn, column: 0, category, points, bonus: 0, joker: false },
});
const data = {
  sheet: { columns: [1] },
  view: {
    acting: [],
    last: { seat: 1 },
    seats: [
      { seat: 0, name: "Alice", out: true, place: 2, card: { total: 9 } },
      { seat: 1, name: "Bob", out: false, place: 1, card: { total: 20 } },
    ],
  },
  events: [
    { seq: 1, type: "game.started", seat: null, data: {} },
    { seq: 2, type: "dice.rolled", seat: 0, data: { turn: 1, dice: [3, 3, 3, 1, 2] } },
    scored(3, 0, 1, "threes", 9),
    { seq: 4, type: "dice.rolled", seat: 1, data: { turn: 1 } },
    scored(5, 1, 1, "choice", 20),
    { seq: 6, type: "seat.resigned", seat: 0, data: {} },
    { seq: 7, type: "game.finished", seat: null, data: {} },
  ],
  steps: [
    { seq: 3, seat: 0, column: 0, sums: { upper: 9, par: 0, total: 9 }, total: 9 },
    { seq: 5, seat: 1, column: 0, sums: { lower: 20, total: 20 }, total: 20 },
  ],
};
const all = stepsOf(data);
const after = (index) => viewAfter(data, all, index);

test("it makes a step of each turn, and of what happens between turns", () => {
  assert.deepEqual(all.map(({ seat, turn }) => [seat, turn]), [[null, null], [0, 1], [1, 1], [0, null], [null, null]]);
});

test("it makes no step of a seed that a player showed", () => {
  const [started, rolled] = data.events;
  const revealed = [0, 1].map((seat) => ({ seq: 2 + seat, type: "seed.revealed", seat, data: { salt: "", seed: "" } }));
  const steps = stepsOf({ events: [started, ...revealed, { ...rolled, seq: 4 }], view: { mode: "turns" } });
  assert.deepEqual(steps.map(({ seat, turn, events }) => [seat, turn, events.length]), [[null, null, 1], [0, 1, 1]]);
});

test("it begins with empty cards", () => {
  const { seats, acting, last } = after(0);
  assert.deepEqual(seats.map((seat) => [seat.card.total, seat.card.columns[0].boxes]), [[0, {}], [0, {}]]);
  assert.deepEqual([acting, last], [[], null]);
});

test("it shows the card after a turn, with the server's sums and the box just filled", () => {
  const { seats, acting, last } = after(1);
  assert.deepEqual(seats[0].card.columns[0].boxes, { threes: 9 });
  assert.equal(seats[0].card.columns[0].upper, 9);
  assert.deepEqual(seats.map((seat) => seat.card.total), [9, 0]);
  assert.deepEqual(acting, [0]);
  assert.deepEqual([last.seat, last.category], [0, "threes"]);
});

test("it shows neither places nor resignations before they happen", () => {
  assert.deepEqual(after(2).seats.map((seat) => [seat.out, seat.place]), [[false, null], [false, null]]);
  assert.deepEqual(after(3).seats.map((seat) => seat.out), [true, false]);
});

test("it ends with the final view", () => {
  assert.deepEqual(after(4), { ...data.view, last: null });
});

test("it leaves what it was given as it was", () => {
  const before = structuredClone(data);
  all.forEach((_, index) => after(index));
  assert.deepEqual(data, before);
});

test("it finds the step that an address names by its number or by an event, if it names one", () => {
  const named = ["#0", "#3", "#99", "", "#main", "#1e1", "#-1", "#e2", "#e5", "#e6", "#e99"].map((each) => stepFromFragment(each, all));
  assert.deepEqual(named, [0, 3, 4, null, null, null, null, 1, 2, 3, null]);
});

test("it finds the step of an event", () => {
  assert.deepEqual([1, 3, 7, 8].map((seq) => stepOfEvent(all, seq)), [0, 1, 4, null]);
});

test("it steps by arrow keys, Home and End, and not beyond either end", () => {
  const to = (key, at) => stepByKey(key, at, 4);
  assert.deepEqual([to("ArrowLeft", 2), to("ArrowLeft", 0), to("ArrowRight", 2), to("ArrowRight", 4)], [1, 0, 3, 4]);
  assert.deepEqual([to("Home", 2), to("End", 2), to("Enter", 2), to("ArrowUp", 2)], [0, 4, null, null]);
});
