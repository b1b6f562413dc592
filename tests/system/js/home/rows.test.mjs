import assert from "node:assert/strict";
import test from "node:test";

import { mergeRows, readLobby, rowsOf, sitsAt, takeUpdate } from "../../../../static/js/home/rows.js";

const row = (code, more = {}) => ({ code, kind: "room", variant: { id: "yacht" }, rated: false, taken: 1, ...more });
const lobby = (seq, ...rows) => ({
  ...{ seq, rows, online: 3, searching: 1 },
  ...{ scores: new Map(), featured: null },
});
const update = (seq, set = [], gone = []) => ({ type: "lobby", seq, set, gone, online: 5, searching: 2 });
const codes = (rows) => rows.map((each) => each.code).join("");

test("it reads the whole lobby", () => {
  const message = { type: "snapshot", seq: 7, lobby: { rows: [row("a")], online: 2, searching: 0, scores: [], featured: null } };
  const found = readLobby(message);
  assert.deepEqual(found, { ...lobby(7, row("a")), online: 2, searching: 0 });
});

test("it puts new tables first and leaves known ones in their places", () => {
  const taken = takeUpdate(lobby(4, row("a"), row("b"), row("c")), update(5, [row("b", { taken: 2 }), row("d")]));
  assert.equal(codes(taken.lobby.rows), "dabc");
  assert.equal(taken.lobby.rows[2].taken, 2);
  assert.deepEqual([taken.lobby.seq, taken.lobby.online, taken.lobby.searching], [5, 5, 2]);
  assert.equal(taken.gap, false);
});

test("it drops tables that are gone, and only those", () => {
  assert.equal(codes(takeUpdate(lobby(4, row("a"), row("b")), update(5, [], ["a", "x"])).lobby.rows), "b");
});

test("it ignores what it has seen", () => {
  const before = lobby(4, row("a"));
  for (const seq of [1, 4]) {
    assert.deepEqual(takeUpdate(before, update(seq, [row("old")])), { lobby: before, gap: false });
  }
});

test("it changes nothing over a gap, and says that updates are missing", () => {
  const before = lobby(4, row("a"));
  assert.deepEqual(takeUpdate(before, update(6, [row("b")])), { lobby: before, gap: true });
});

test("it lists every table once, even after repeated updates", () => {
  assert.equal(codes(mergeRows([row("a")], { set: [row("a"), row("b")], gone: [] })), "ba");
});

test("it turns a table into a game to watch in its place", () => {
  const rows = mergeRows([row("a"), row("b")], { set: [row("b", { kind: "game" })], gone: [] });
  assert.equal(codes(rowsOf(rows, "room")), "a");
  assert.equal(codes(rowsOf(rows, "game")), "b");
});

const score = (code, ...totals) => ({ code, round: 2, rounds: 12, totals });

test("it keeps scores that have not changed and drops those of games that are gone", () => {
  const whole = { rows: [row("a"), row("b")], online: 3, searching: 1, scores: [score("a", 1, 2), score("b", 3, 4)] };
  const before = readLobby({ seq: 4, lobby: whole });
  const { lobby: after } = takeUpdate(before, { ...update(5, [], ["b"]), scores: [score("a", 1, 9)] });
  assert.deepEqual([...after.scores], [["a", score("a", 1, 9)]]);
  assert.deepEqual(takeUpdate(after, update(6)).lobby.scores, after.scores);
});

test("it keeps what is featured until an update says otherwise", () => {
  const whole = { rows: [], online: 1, searching: 0, featured: { code: "a", demo: true }, scores: [] };
  const before = readLobby({ seq: 1, lobby: whole });
  const same = takeUpdate(before, update(2)).lobby;
  assert.deepEqual(same.featured, before.featured);
  assert.equal(takeUpdate(same, { ...update(3), featured: null }).lobby.featured, null);
});

test("it finds where I sit", () => {
  const rows = [row("a", { players: [{ player: 5 }] }), row("b", { players: [] })];
  assert.equal(sitsAt(rows, "a", 5), true);
  for (const [code, player] of [["a", 6], ["b", 5], ["x", 5], ["a", null]]) assert.equal(sitsAt(rows, code, player), false);
});
