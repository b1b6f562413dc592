// The chain of a game's log, with hashes made by node:crypto.

import assert from "node:assert/strict";
import test from "node:test";

import { headOf, headsOfGroup } from "../../../../static/js/fairness/event-chain.js";
import { sha256Hex } from "./sealed_game.mjs";

const SEATS = [
  { player: 5, name: "Ällice", seed: "", seal: "ab", salt: "", known: false },
  { player: 7, name: "Bob", seed: "bob" },
];
const EVENTS = [
  { seq: 1, type: "game.started", seat: null, at: 1000, data: { code: "k7m2", clock: null, seats: SEATS, first: 0 } },
  { seq: 2, type: "dice.rolled", seat: 0, at: 2000, by: "5:c1", data: { turn: 1, roll: 1, hold: [], dice: [1, 2, 3, 4, 5] } },
];
// Written by hand, as docs/fairness.md describes them.
const LINES = [
  '1|game.started||1000|{"code":"k7m2","clock":null,"seats":[{"player":5,"seed":"","seal":"ab","salt":"","known":false},{"player":7,"seed":"bob"}],"first":0}',
  '2|dice.rolled|0|2000|{"turn":1,"roll":1,"hold":[],"dice":[1,2,3,4,5]}',
];
const HEADS = LINES.reduce((heads, line) => [...heads, sha256Hex(`event|${heads.at(-1)}|${line}`)], ["0".repeat(64)]);

test("it hashes each event with the hash before it, without names and commands", () => {
  assert.equal(headOf(EVENTS.slice(0, 1)), HEADS[1]);
  assert.equal(headOf(EVENTS), HEADS[2]);
});

test("it has another hash for every change, but not for another name", () => {
  const [first, second] = EVENTS;
  for (const change of [{ seq: 3 }, { type: "seat.back" }, { seat: 1 }, { at: 2001 }, { data: { ...second.data, turn: 2 } }]) {
    assert.notEqual(headOf([first, { ...second, ...change }]), HEADS[2]);
  }
  const renamed = { ...first, data: { ...first.data, seats: SEATS.map((seat) => ({ ...seat, name: "Guest 1" })) } };
  assert.equal(headOf([renamed, second]), HEADS[2]);
});

test("it reads the list of a group", () => {
  assert.deepEqual(headsOfGroup("aaaa|12\nbbbb|34\n"), { aaaa: "12", bbbb: "34" });
  assert.deepEqual(headsOfGroup(""), {});
});
