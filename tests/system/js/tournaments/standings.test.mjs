import assert from "node:assert/strict";
import test from "node:test";

import { hasPlaces, phaseOf, podiumOf, readTournament, takeUpdate } from "../../../../static/js/tournaments/standings.js";

const row = (player, number, score = 0, more = {}) => ({ player, number, place: number + 1, score, games: 1, ...more });
const whole = (seq, ...rows) => readTournament({ seq, tournament: { players: rows.length, waiting: 0, rows } });
const players = (tournament) => tournament.rows.map((each) => each.player);

test("it sorts the rows by their numbers", () => {
  assert.deepEqual(players(whole(3, row(7, 1), row(9, 0))), [9, 7]);
});

test("it applies an update that follows on what it knows", () => {
  const before = whole(3, row(7, 0, 12), row(9, 1));
  const { tournament, gap } = takeUpdate(before, { type: "standings", seq: 5, after: 3, set: [row(9, 0, 24), row(7, 1, 12)], gone: [], waiting: 1 });
  assert.equal(gap, false);
  assert.deepEqual(players(tournament), [9, 7]);
  assert.deepEqual([tournament.seq, tournament.waiting, tournament.players], [5, 1, 2]);
  assert.equal("type" in tournament || "after" in tournament, false);
});

test("it removes who is no longer among the first, and adds who is", () => {
  const { tournament } = takeUpdate(whole(3, row(7, 0), row(9, 1)), { seq: 4, after: 3, set: [row(8, 1)], gone: [9] });
  assert.deepEqual(players(tournament), [7, 8]);
});

test("it changes nothing and asks for the whole when an update is missing", () => {
  const before = whole(3, row(7, 0));
  const { tournament, gap } = takeUpdate(before, { seq: 6, after: 5, set: [row(8, 0)], gone: [7] });
  assert.equal(gap, true);
  assert.equal(tournament, before);
});

test("it ignores an update that it knows", () => {
  const before = whole(6, row(7, 0));
  assert.deepEqual(takeUpdate(before, { seq: 6, after: 5, set: [row(8, 0)], gone: [7] }), { tournament: before, gap: false });
});

test("it has no places before the first points", () => {
  assert.equal(hasPlaces([]), false);
  assert.equal(hasPlaces([row(1, 0, 0, { place: 1 }), row(2, 1, 0, { place: 1 })]), false);
  assert.equal(hasPlaces([row(1, 0, 6, { place: 1 }), row(2, 1, 0, { place: 2 })]), true);
});

test("it puts at most three on the podium, and nobody who has not played", () => {
  const rows = [row(1, 0, 24), row(2, 1, 12, { place: 2 }), row(3, 2, 12, { place: 2 }), row(4, 3, 12, { place: 2 }), row(5, 4, 0, { games: 0, place: 3 })];
  assert.deepEqual(podiumOf(rows).map((each) => each.player), [1, 2, 3]);
  assert.deepEqual(podiumOf([row(5, 0, 0, { games: 0, place: 1 })]), []);
});

for (const [round, counted, phase] of [
  [0, 0, "counting"],
  [1, 0, "running"],
  [12, 11, "running"],
  [12, 12, "counting"],
]) {
  test(`a duplicate event is "${phase}" in round ${round} with ${counted} counted`, () => {
    const event = { starts: 10, pairs_until: 10, ends: 100, finished: false, duplicate: { round, counted, rounds: 12 } };
    assert.equal(phaseOf(event, 20), phase);
    assert.equal(phaseOf(event, 120), phase);
    assert.equal(phaseOf(event, 5), "before");
  });
}

for (const [now, finished, phase] of [
  [0, false, "before"],
  [10, false, "running"],
  [69, false, "running"],
  [70, false, "last"],
  [100, false, "counting"],
  [100, true, "finished"],
]) {
  test(`it is "${phase}" at ${now}${finished ? ", finished" : ""}`, () => {
    assert.equal(phaseOf({ starts: 10, pairs_until: 70, ends: 100, finished }, now), phase);
  });
}
