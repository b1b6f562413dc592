// The games of a device: in several tabs, without room, and of other releases.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FORMAT, StoredGames } from "../../../../static/js/offline_games/store.js";
import { FakeStorage } from "../storage.mjs";

const known = (value) => (value.turns ? value : null);
const tab = (browser, restored = known) => new StoredGames(restored, () => browser);
const game = (id, ...turns) => ({ id, turns: ["", ...turns] });
const result = (id, facts = {}) => ({ id, over: 1, game: { id }, verdict: null, kept: null, ...facts });

test("a game is there after the page was closed", () => {
  const browser = new FakeStorage();
  tab(browser).put(game("a", "one"));
  assert.deepEqual(tab(browser).game, game("a", "one"));
});

test("another tab hears of the newest change, whatever the clock says", (context) => {
  const browser = new FakeStorage();
  const [one, other] = [tab(browser), tab(browser)];
  one.put(game("a"));
  assert.equal(other.refresh(), true);
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  other.put(game("a", "later"));
  assert.equal(one.refresh(), true);
  assert.deepEqual(one.game, game("a", "later"));
  assert.equal(one.refresh(), false);
});

test("a full storage is told, and the game goes on in memory", () => {
  const browser = new FakeStorage();
  const page = tab(browser);
  page.put(game("a"));
  browser.limit = 10;
  assert.equal(page.put(game("a", "one")), false);
  assert.equal(page.isStored, false);
  assert.deepEqual(page.game, game("a", "one"));
  page.refresh();
  assert.deepEqual(page.game, game("a", "one"));
  browser.limit = Infinity;
  assert.equal(page.put(game("a", "one", "two")), true);
  assert.deepEqual(tab(browser).game, game("a", "one", "two"));
});

test("a forbidden storage does no harm", () => {
  const page = new StoredGames(known, () => {
    throw new DOMException("no", "SecurityError");
  });
  assert.equal(page.put(game("a")), false);
  page.note(result("a"));
  assert.equal(page.results.length, 1);
  assert.equal(page.isStored, false);
});

for (const [name, stored] of Object.entries({
  "of a newer format": { format: FORMAT + 1, rev: 4, game: game("new") },
  "that the rules refuse": { format: FORMAT, rev: 4, game: { id: "odd" } },
})) {
  test(`a game ${name} is set aside, and never written over`, () => {
    const browser = new FakeStorage();
    browser.setItem("offline-game", JSON.stringify(stored));
    const page = tab(browser);
    assert.equal(page.game, null);
    assert.equal(page.hasAside, true);
    page.put(game("mine"));
    assert.deepEqual(JSON.parse(browser.getItem("offline-game-aside")), stored);
    assert.deepEqual(tab(browser).game, game("mine"));
  });
}

test("what is no record is no game", () => {
  const browser = new FakeStorage();
  for (const text of ["", "null", "[]", "{}", '"x"', "{"]) {
    browser.setItem("offline-game", text);
    browser.setItem("offline-games-done", text);
    assert.equal(tab(browser).game, null);
    assert.deepEqual(tab(browser).results, []);
  }
});

test("each finished game is listed once, the newest first, with all that any tab knows", () => {
  const browser = new FakeStorage();
  const [one, other] = [tab(browser), tab(browser)];
  one.note(result("a"));
  other.note(result("b", { over: 0 }));
  one.note({ id: "a", verdict: { state: "ready" } });
  other.note({ id: "a", kept: "/scorecard/x/" });
  one.refresh();
  assert.deepEqual(one.results.map(({ id }) => id), ["b", "a"]);
  const [, a] = tab(browser).results;
  assert.deepEqual([a.verdict, a.kept, a.game], [{ state: "ready" }, "/scorecard/x/", { id: "a" }]);
  one.forget("b");
  other.note({ id: "a", kept: "/scorecard/y/" });
  assert.deepEqual(tab(browser).results.map(({ id }) => id), ["a"]);
});

test("without room, the turns of older games go first", () => {
  const browser = new FakeStorage();
  const page = tab(browser);
  for (let at = 0; at < 9; at += 1) page.note(result(`${at}`, { game: { turns: "x".repeat(500) } }));
  browser.limit = 3900;
  page.note(result("last", { game: { turns: "x".repeat(500) } }));
  assert.equal(page.isStored, true);
  const whole = tab(browser).results.filter((each) => each.game);
  assert.equal(whole.length, 5);
  assert.equal(whole[0].id, "last");
});
