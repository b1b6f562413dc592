import assert from "node:assert/strict";
import test from "node:test";

import { groupByTurn, groupByTurnInRounds } from "../../../../static/js/history/turn-groups.js";

const event = (seq, type, seat, turn) => ({ seq, type, seat, data: turn === undefined ? {} : { turn } });

test("it gathers the rolls and the box of one turn, and leaves other events alone", () => {
  const events = [
    event(1, "game.started", null),
    event(2, "dice.rolled", 0, 1),
    event(3, "dice.rolled", 0, 1),
    event(4, "box.scored", 0, 1),
    event(5, "seat.away", 1),
    event(6, "dice.rolled", 1, 1),
    event(7, "box.scored", 1, 1),
    event(8, "dice.rolled", 0, 2),
  ];
  assert.deepEqual(
    groupByTurn(events).map((group) => group.events.map((each) => each.seq)),
    [[1], [2, 3, 4], [5], [6, 7], [8]],
  );
});

test("it does not take two turns of a lone player for one", () => {
  const events = [event(1, "box.scored", 0, 1), event(2, "dice.rolled", 0, 2)];
  assert.equal(groupByTurn(events).length, 2);
});

test("in rounds turns that were played at the same time are groups of their own, in the order of their ends", () => {
  const event = (seq, seat, turn) => ({ seq, seat, data: turn ? { turn } : {} });
  const log = [event(1, null), event(2, 0, 1), event(3, 1, 1), event(4, 1, 1), event(5, 0, 1), event(6, 1, 2), event(7, null)];
  const groups = groupByTurnInRounds(log).map(({ seat, turn, events }) => [seat, turn, events.map(({ seq }) => seq)]);
  assert.deepEqual(groups, [[null, null, [1]], [1, 1, [3, 4]], [0, 1, [2, 5]], [1, 2, [6]], [null, null, [7]]]);
});
