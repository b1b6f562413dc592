import assert from "node:assert/strict";
import test from "node:test";

import { completeUpTo, mergeLog, inLogOrder, takeDelta, takeUpdate, replaceView, withNamesOf, withOwnNames } from "../../../../../static/js/table/state/updates.js";

const events = (...seqs) => seqs.map((seq) => ({ seq, type: "dice.rolled" }));
const view = (seq, game = "g") => ({ game, seq });
const update = (seqs, game = "g") => ({ game, seq: seqs.at(-1), events: events(...seqs), view: view(seqs.at(-1), game) });
const delta = (base, seqs, game = "g") => ({ game, base, seq: seqs.at(-1), events: events(...seqs), changes: { round: 2 } });
const whole = (seq) => ({ ...view(seq), round: 1, seats: [], fairness: {} });
const seqs = (list) => list.map((event) => event.seq);

test("it takes the next events and the view that comes with them", () => {
  const taken = takeUpdate({ view: view(3), log: events(1, 2, 3) }, update([4, 5]));
  assert.equal(taken.view.seq, 5);
  assert.deepEqual(seqs(taken.log), [1, 2, 3, 4, 5]);
  assert.deepEqual(seqs(taken.fresh), [4, 5]);
  assert.equal(taken.gap, false);
});

test("it ignores an update that it has seen", () => {
  const before = { view: view(5), log: events(1, 2, 3, 4, 5) };
  const taken = takeUpdate(before, update([4, 5]));
  assert.equal(taken.view, before.view);
  assert.deepEqual(taken.fresh, []);
  assert.deepEqual(seqs(taken.log), [1, 2, 3, 4, 5]);
});

test("it animates only the new half of an update that overlaps", () => {
  const taken = takeUpdate({ view: view(4), log: events(1, 2, 3, 4) }, update([3, 4, 5]));
  assert.deepEqual(seqs(taken.fresh), [5]);
});

test("it shows the truth over a gap, animates nothing, and says that events are missing", () => {
  const taken = takeUpdate({ view: view(3), log: events(1, 2, 3) }, update([6]));
  assert.equal(taken.view.seq, 6);
  assert.deepEqual(taken.fresh, []);
  assert.equal(taken.gap, true);
});

test("it heals the log when the missing events come late", () => {
  const taken = takeUpdate({ view: view(6), log: events(1, 2, 3, 6) }, update([4, 5, 6]));
  assert.deepEqual(seqs(taken.log), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(taken.fresh, []);
});

test("it begins anew with the first event of another game", () => {
  const taken = takeUpdate({ view: view(40), log: events(40) }, update([1], "next"));
  assert.equal(taken.view.game, "next");
  assert.deepEqual(seqs(taken.log), [1]);
});

test("it does not fall into the middle of a game that it has not seen begin", () => {
  const before = { view: view(40), log: events(40) };
  const taken = takeUpdate(before, update([7], "next"));
  assert.equal(taken.view, before.view);
  assert.equal(taken.gap, true);
});

test("it never goes back to an older view of the same game", () => {
  assert.equal(replaceView({ view: view(9), log: [] }, view(8)).view.seq, 9);
});

test("it drops the log with the game", () => {
  assert.deepEqual(replaceView({ view: view(9), log: events(9) }, view(1, "next")).log, []);
  assert.deepEqual(replaceView({ view: view(9), log: events(9) }, null), { view: null, log: [] });
});

test("it merges events in any order, each once", () => {
  assert.deepEqual(seqs(mergeLog(events(2, 4), events(3, 1, 2))), [1, 2, 3, 4]);
});

test("it knows up to where the log is complete", () => {
  assert.equal(completeUpTo(events(1, 2, 3, 5)), 3);
  assert.equal(completeUpTo(events(2, 3)), 0);
  assert.equal(completeUpTo([]), 0);
});

const table = (...people) => ({ seats: people.map(([player, name], seat) => ({ seat, player, name })) });

test("it calls players what the room calls them today", () => {
  const playing = { ...table([5, "Alice"], [7, "Rude"]), seq: 3 };
  const shown = withNamesOf(table([5, "Alice"], [7, "Bob"], [null, null]), playing);
  assert.deepEqual(shown.seats.map((seat) => seat.name), ["Alice", "Bob"]);
  assert.equal(shown.seq, 3);
});

test("it keeps the view if no name differs or the player has left", () => {
  const playing = table([5, "Alice"], [7, "Bob"], [null, "Deleted player"]);
  assert.equal(withNamesOf(table([5, "Alice"], [null, null]), playing), playing);
  assert.equal(withNamesOf(table([5, "Alice"]), null), null);
});

test("it applies a delta to the view that it is based on", () => {
  const taken = takeDelta({ view: whole(3), log: events(1, 2, 3) }, delta(3, [4, 5]));
  assert.deepEqual(taken.view, { ...whole(5), round: 2 });
  assert.deepEqual(seqs(taken.log), [1, 2, 3, 4, 5]);
  assert.deepEqual(seqs(taken.fresh), [4, 5]);
  assert.equal(taken.gap, false);
});

test("it keeps its view if a delta is based on another one, and says that something is missing", () => {
  for (const before of [whole(3), { ...whole(4), game: "other" }, null]) {
    const taken = takeDelta({ view: before, log: [] }, delta(4, [5]));
    assert.equal(taken.view, before);
    assert.deepEqual(taken.fresh, []);
    assert.equal(taken.gap, true);
  }
});

test("it ignores a delta that it has seen", () => {
  const before = { view: whole(5), log: events(1, 2, 3, 4, 5) };
  const taken = takeDelta(before, delta(4, [5]));
  assert.equal(taken.view, before.view);
  assert.deepEqual([taken.fresh, taken.gap], [[], false]);
});

test("in rounds a reveal puts the log in the order of the game's log", () => {
  const mine = [{ seq: 4, seat: 0, type: "dice.rolled" }, { seq: 5, seat: 0, type: "box.scored" }];
  const others = [
    { seq: 6, log: 5, seat: 1, type: "dice.rolled" },
    { seq: 7, log: 7, seat: 1, type: "box.scored" },
    { seq: 8, log: 8, seat: null, type: "round.revealed" },
  ];
  const before = [{ seq: 3, seat: null, type: "round.revealed" }];
  const ordered = inLogOrder([...before, ...mine, ...others], 3, 8);
  assert.deepEqual(ordered.map(({ seq, seat }) => [seq, seat]), [[3, null], [4, 0], [5, 1], [6, 0], [7, 1], [8, null]]);
  assert.ok(ordered.every((event) => event.log === undefined));
});

test("in rounds my events are dropped from the log if some of them are missing", () => {
  const log = [
    { seq: 5, seat: 0, type: "box.scored" },
    { seq: 6, log: 4, seat: 1, type: "box.scored" },
    { seq: 7, log: 7, seat: null, type: "round.revealed" },
  ];
  assert.deepEqual(inLogOrder(log, 3, 7).map(({ seq }) => seq), [4, 7]);
});

test("a delta with a reveal orders the log, others do not", () => {
  const view = { game: "g", seq: 2, public: 1, seats: [], fairness: {} };
  const log = [{ seq: 1 }, { seq: 2, seat: 0 }];
  const own = takeDelta({ view, log }, { game: "g", base: 2, seq: 3, events: [{ seq: 3, seat: 0 }], changes: {} });
  assert.deepEqual(own.log.map(({ seq }) => seq), [1, 2, 3]);
  const events = [{ seq: 4, log: 2, seat: 1 }, { seq: 5, log: 5, seat: null }];
  const after = takeDelta(own, { game: "g", base: 3, seq: 5, events, changes: { public: 5 } });
  assert.deepEqual(after.log.map(({ seq, seat }) => [seq, seat]), [[1, undefined], [2, 1], [3, 0], [4, 0], [5, null]]);
  assert.equal(after.view.public, 5);
});

test("it tells people of the same name apart", () => {
  const named = (...names) => names.map((name, seat) => ({ seat, name }));
  const names = (...given) => withOwnNames(named(...given)).map(({ name }) => name);
  assert.deepEqual(names("Alma", "Bo", "Alma", "Alma"), ["Alma", "Bo", "Alma 2", "Alma 3"]);
  assert.deepEqual(names("Alma", "Alma 2", "Alma"), ["Alma", "Alma 2", "Alma 3"]);
  assert.deepEqual(names(null, null), [null, null]);
});
