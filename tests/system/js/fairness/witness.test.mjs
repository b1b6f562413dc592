// What the browser records of the messages of a room, and what it warns of.

import assert from "node:assert/strict";
import test from "node:test";

import { Store } from "../../../../static/js/fairness/store.js";
import { OTHER_ENTRY, OTHER_FINGERPRINT, OTHER_LOCK, OTHER_LOG, seeEvents, seeGame, seeHead, seeNext, wrongReveals } from "../../../../static/js/fairness/witness.js";
import { CODE, COMMITMENT, lockedGame, naiveSeal, sealedGame } from "./sealed_game.mjs";
import { FakeStorage } from "../storage.mjs";

const ENTRY = { index: 12, hash: "ab".repeat(32) };
const room = (changes = {}) => ({
  next: { game: CODE, commitment: COMMITMENT, entry: ENTRY, ...changes },
  seats: [{ player: 5, seal: "one" }, { player: 7, seal: "" }, { player: null, seal: "" }],
});
const warningsOf = (store) => store.game(CODE).warnings.map(({ text }) => text);

function newStore() {
  return new Store(new FakeStorage());
}

test("it records fingerprint, seals and log entry before the game, with the time", () => {
  const store = newStore();
  seeNext(store, room(), 1000);
  seeNext(store, { ...room(), seats: [{ player: 5, seal: "one" }, { player: 7, seal: "", seed: "abc" }] }, 2000);
  const { at, seq, commitment, entry, seals, warnings } = store.game(CODE);
  assert.deepEqual({ at, seq, commitment, entry, seals, warnings }, { at: 1000, seq: 0, commitment: COMMITMENT, entry: ENTRY, seals: { 5: "one", 7: naiveSeal({ player: 7, salt: "", text: "abc" }) }, warnings: [] });
  assert.deepEqual(store.heads(), [{ ...ENTRY, at: 1000 }]);
});

test("it warns of another fingerprint for the same game, before and after the start, and keeps the first", () => {
  const store = newStore();
  seeNext(store, room(), 1);
  seeNext(store, room({ commitment: "00".repeat(32) }), 2);
  assert.deepEqual(store.game(CODE).warnings, [{ at: 2, text: OTHER_FINGERPRINT, doubt: false }]);
  assert.equal(store.game(CODE).commitment, COMMITMENT);
  const other = newStore();
  seeNext(other, room({ commitment: "00".repeat(32) }), 1);
  seeGame(other, lockedGame().view, 2);
  assert.deepEqual(warningsOf(other), [OTHER_FINGERPRINT]);
});

test("it warns of another place in the public log", () => {
  const store = newStore();
  seeNext(store, room(), 1);
  seeNext(store, room({ entry: { index: 13, hash: "cd".repeat(32) } }), 2);
  assert.deepEqual(warningsOf(store), [OTHER_ENTRY]);
  assert.deepEqual(store.game(CODE).entry, ENTRY);
});

test("it warns of a second hash for a place that it saw for another game", () => {
  const store = newStore();
  assert.equal(seeHead(store, { index: 12, hash: "ff" }, 1), true);
  seeNext(store, room(), 2);
  assert.deepEqual(warningsOf(store), [OTHER_LOG]);
});

test("it accepts a log entry that arrives after the fingerprint", () => {
  const store = newStore();
  seeNext(store, room({ entry: null }), 1);
  seeNext(store, room(), 2);
  assert.deepEqual(store.game(CODE).entry, ENTRY);
  assert.deepEqual(warningsOf(store), []);
});

test("it records the locked list, and warns if it changes later", () => {
  const store = newStore();
  seeNext(store, room(), 1);
  const { view } = lockedGame();
  seeGame(store, view, 2);
  assert.deepEqual(store.game(CODE).locked, { at: 2, players: [5, 7], seals: view.fairness.seals, known: [false, false] });
  seeGame(store, sealedGame().view, 3);
  assert.deepEqual(warningsOf(store), []);
  const forged = structuredClone(view);
  forged.fairness.seals[1] = "00";
  seeGame(store, forged, 4);
  assert.deepEqual(warningsOf(store), [OTHER_LOCK]);
  assert.deepEqual(store.game(CODE).locked.seals, view.fairness.seals);
});

test("it checks every seed that is shown against its seal", () => {
  const store = newStore();
  const { view } = sealedGame();
  assert.deepEqual(wrongReveals(view), []);
  assert.deepEqual(wrongReveals(sealedGame({ known: true }).view), []);
  view.fairness.seeds[1] = `${"b2".repeat(16)}other`;
  assert.deepEqual(wrongReveals(view), [1]);
  view.status = "playing";
  seeGame(store, view, 1);
  assert.deepEqual(warningsOf(store), ["Wrong seeds: Bob."]);
});

test("it says from which event on it saw a game", () => {
  const store = newStore();
  seeGame(store, { ...lockedGame().view, seq: 17 }, 5);
  assert.equal(store.game(CODE).seq, 17);
});

test("it records nothing of a game that was over before", () => {
  const store = newStore();
  seeGame(store, sealedGame().view, 5);
  seeEvents(store, CODE, sealedGame().events);
  assert.equal(store.game(CODE), null);
});

test("it hashes the events as they arrive", () => {
  const store = newStore();
  const { events } = sealedGame();
  seeNext(store, room(), 1);
  seeEvents(store, CODE, events.slice(0, 2));
  seeEvents(store, CODE, events);
  assert.deepEqual(store.game(CODE).parts.map(({ from, to }) => [from, to]), [[1, events.length]]);
});

test("it writes nothing when nothing is new", () => {
  const storage = new FakeStorage();
  const store = new Store(storage);
  seeNext(store, room(), 1);
  storage.setItem = () => assert.fail("written");
  seeNext(store, room(), 2);
});

test("it keeps each warning once, and not too many", () => {
  const store = newStore();
  seeNext(store, room(), 1);
  for (let at = 0; at < 50; at += 1) seeNext(store, room({ commitment: "00".repeat(32) }), at);
  assert.equal(store.game(CODE).warnings.length, 1);
});
