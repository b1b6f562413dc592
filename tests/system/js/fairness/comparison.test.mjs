// The page of a finished game, compared with what this browser recorded while it was played.

import assert from "node:assert/strict";
import test from "node:test";

import { compareWithRecord } from "../../../../static/js/fairness/comparison.js";
import { SEALED_ELSEWHERE } from "../../../../static/js/fairness/lock.js";
import { Store } from "../../../../static/js/fairness/store.js";
import { checkGame, seedsOf } from "../../../../static/js/fairness/verify.js";
import { addWarning, seeEvents, seeGame, seeNext } from "../../../../static/js/fairness/witness.js";
import { ALICE, CODE, COMMITMENT, lockedGame, naiveSeal, sealedGame } from "./sealed_game.mjs";
import { FakeStorage } from "../storage.mjs";

const ENTRY = { index: 12, hash: "ab".repeat(32) };

/** What Alice's browser stores during the game. */
function recorded(missing = [], seal = naiveSeal(ALICE)) {
  const store = new Store(new FakeStorage());
  const { events } = sealedGame();
  seeNext(store, { next: { game: CODE, commitment: COMMITMENT, entry: ENTRY }, seats: [{ player: ALICE.player, seal }] }, 1000);
  store.addSeed({ ...ALICE, code: CODE, seal: naiveSeal(ALICE), commitment: COMMITMENT, at: 1001 });
  seeGame(store, lockedGame().view, 2000);
  seeEvents(store, CODE, events.filter(({ seq }) => !missing.includes(seq)));
  return store;
}

function compare(game, store = recorded()) {
  const shown = { ...game, fair_log: game.fair_log ?? { commitment: ENTRY, end: null } };
  return compareWithRecord(shown, store.game(CODE), store.seeds(CODE), seedsOf(game.events));
}

test("it says what this browser recorded, and when", () => {
  const found = compare(sealedGame());
  assert.deepEqual(found, { at: 1000, before: true, own: true, coverage: { seen: 6, total: 6, complete: true }, problems: [], doubts: [] });
});

test("it finds nothing where nothing was recorded", () => {
  assert.equal(compare(sealedGame(), new Store(new FakeStorage())), null);
});

test("it does not take a gap for a fraud", () => {
  const found = compare(sealedGame(), recorded([2, 5]));
  assert.deepEqual(found.problems, []);
  assert.deepEqual(found.coverage, { seen: 4, total: 6, complete: false });
});

test("it catches a server that exchanges secret and fingerprint, although every other check passes", () => {
  const forged = sealedGame({ secret: "ff".repeat(32) });
  assert.equal(checkGame(forged).fair, true);
  const { problems } = compare(forged);
  assert.equal(problems[0], "The fingerprint of the secret has changed.");
  assert.match(problems[1], /^Steps of the game have changed: 1–6/);
});

test("it catches other seals", () => {
  const game = sealedGame();
  game.events[0].data.seats[1].seal = naiveSeal({ player: 7, salt: "c3".repeat(16), text: "bob" });
  assert.ok(compare(game).problems.includes("The seals have changed since the start."));
});

test("it catches another seed of my own", () => {
  const game = sealedGame();
  game.events[2].data.seed = "other";
  assert.ok(compare(game).problems.includes("The seed of your seat is not yours."));
  const other = sealedGame();
  other.events[0].data.seats[0].seal = "00".repeat(32);
  assert.ok(compare(other).problems.includes("The seed of your seat is not yours."));
});

test("it doubts a seal of mine that another device may have given", () => {
  const tablet = naiveSeal({ ...ALICE, text: "tablet" });
  const store = recorded([], tablet);
  const game = sealedGame();
  game.events[0].data.seats[0].seal = tablet;
  assert.deepEqual(compare(game, store).doubts, [SEALED_ELSEWHERE]);
});

test("it repeats what the browser warned of during the game", () => {
  const store = recorded();
  addWarning(store, CODE, "one", 1);
  addWarning(store, CODE, "two", 2, true);
  const { problems, doubts } = compare(sealedGame(), store);
  assert.deepEqual([problems, doubts], [["one"], ["two"]]);
});

test("it catches an event that has changed", () => {
  const game = sealedGame();
  game.events[4].data.dice[0] = (game.events[4].data.dice[0] % 6) + 1;
  assert.deepEqual(compare(game).problems, ["Steps of the game have changed: 1–6."]);
});

test("it catches another place in the public log", () => {
  for (const commitment of [null, { index: 13, hash: ENTRY.hash }, { index: 12, hash: "00" }]) {
    const { problems } = compare({ ...sealedGame(), fair_log: { commitment, end: null } });
    assert.deepEqual(problems, ["The fingerprint’s place in the public log has changed."]);
  }
});

test("it compares seeds of the older scheme, too", () => {
  const game = sealedGame();
  const [started] = game.events;
  delete started.data.scheme;
  started.data.seats = [{ player: ALICE.player, name: "Alice", seed: "abc" }];
  const store = new Store(new FakeStorage());
  seeNext(store, { next: { game: CODE, commitment: COMMITMENT, entry: null }, seats: [{ player: ALICE.player, seed: "abc" }] }, 1);
  store.addSeed({ player: ALICE.player, code: CODE, salt: "", text: "abc", seal: naiveSeal({ player: ALICE.player, salt: "", text: "abc" }), commitment: COMMITMENT, at: 1 });
  const old = { ...game, events: [started] };
  assert.deepEqual(compare(old, store).problems, []);
  assert.equal(compare(old, store).own, true);
  started.data.seats[0].seed = "other";
  assert.deepEqual(compare(old, store).problems, ["The seed of your seat is not yours."]);
});
