// The games of a device: in several tabs, without room, and of other releases.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FORMAT, StoredGames } from "../../../../static/js/offline_games/store.js";
import { FakeStorage } from "../storage.mjs";

const known = (value) => (value.turns ? value : null);
const ended = ({ id, over }) => (over ? result(id) : null);
const tab = (browser, restored = known) => new StoredGames(restored, () => browser, ended);
const game = (id, ...turns) => ({ id, turns: ["", ...turns] });
const result = (id, facts = {}) => ({ id, over: 1, names: ["Ann"], game: { id }, verdict: null, kept: null, ...facts });

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
    assert.deepEqual(JSON.parse(browser.getItem("offline-game-aside")), [stored]);
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

test("games that nobody keeps lose their turns last", () => {
  const browser = new FakeStorage();
  const page = tab(browser);
  for (let at = 0; at < 60; at += 1) page.note(result(`${at}`, { kept: at % 2 ? "/kept/" : null }));
  const whole = tab(browser).results.filter((each) => each.game);
  assert.equal(whole.length, 50);
  assert.equal(whole.filter((each) => !each.kept).length, 30);
});

test("what is told of a game that was deleted meanwhile is no game", () => {
  const browser = new FakeStorage();
  for (const fact of [{ verdict: { state: "ready" } }, { kept: "/scorecard/x/" }]) {
    const page = tab(browser);
    page.note(result("a"));
    page.forget("a");
    page.note({ id: "a", ...fact });
    assert.deepEqual(page.results, []);
    assert.deepEqual(tab(browser).results, []);
  }
});

test("a result without names, or none at all, does no harm", () => {
  const browser = new FakeStorage();
  browser.setItem("offline-games-done", JSON.stringify({ format: FORMAT, results: [{ id: "a", kept: "/x/" }, null, 4, result("b")] }));
  assert.deepEqual(tab(browser).results.map(({ id }) => id), ["b"]);
});

test("a result without room is told, and stays until there is some", () => {
  const browser = new FakeStorage();
  const page = tab(browser);
  page.put(game("a"));
  const room = [...browser.entries].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  browser.limit = room + 60; // enough for the game, and too little for a result
  page.note(result("a"));
  assert.equal(page.put({ ...game("a"), over: 1 }), false);
  assert.equal(page.isStored, false);
  page.refresh();
  assert.deepEqual(page.results.map(({ id }) => id), ["a"]);
  // A page that is opened now knows it from the game.
  assert.deepEqual(tab(browser).results.map(({ id }) => id), ["a"]);
  browser.limit = Infinity;
  assert.equal(page.put(null), true);
  assert.deepEqual(tab(browser).results.map(({ id }) => id), ["a"]);
});

test("the game that was played last can be deleted, and does not come back", () => {
  const browser = new FakeStorage();
  const page = tab(browser);
  page.put({ ...game("a"), over: 1 });
  page.note(result("a"));
  page.forget("a");
  assert.equal(page.game, null);
  assert.deepEqual(tab(browser).results, []);
});

const later = (value) => (value.turns || value.id === "new" ? value : null); // a release that reads more
const unread = (id, facts = {}) => JSON.stringify({ format: FORMAT, rev: 1, game: { id, ...facts } });

/** Let this release find games that it cannot read, one after the other, and put one of its own in their place. */
function foundUnread(browser, ...records) {
  for (const record of records) {
    browser.removeItem("offline-game");
    browser.setItem("offline-game", record);
    tab(browser).put(null);
  }
}

test("several games that were set aside stay, each once, and all are known", () => {
  const browser = new FakeStorage();
  foundUnread(browser, unread("odd"), unread("new"), unread("odd", { more: 1 }));
  const page = tab(browser);
  assert.equal(page.hasAside, true);
  assert.deepEqual(page.ids.sort(), ["new", "odd"]);
  foundUnread(browser, ...Array.from({ length: 9 }, (_, at) => unread(`odd ${at}`)));
  assert.equal(tab(browser).ids.length, 5);
});

test("a game that cannot be set aside is not written over", () => {
  const browser = new FakeStorage();
  browser.setItem("offline-game", unread("odd"));
  const page = tab(browser);
  browser.limit = 10;
  assert.equal(page.put(game("mine")), false);
  assert.equal(browser.getItem("offline-game"), unread("odd"));
  assert.deepEqual(page.game, game("mine"));
});

test("a game that was set aside goes on where it can be read", () => {
  const browser = new FakeStorage();
  browser.setItem("offline-game-aside", JSON.stringify([JSON.parse(unread("new"))]));
  assert.equal(tab(browser).game, null);
  const page = tab(browser, later);
  assert.deepEqual(page.game, { id: "new" });
  assert.equal(page.hasAside, false);
  assert.deepEqual(tab(browser, later).game, { id: "new" });
});

test("it waits while another one is running", () => {
  const browser = new FakeStorage();
  foundUnread(browser, unread("new"));
  tab(browser, later).put(game("mine"));
  foundUnread(browser, unread("new"));
  tab(browser).put(game("mine"));
  const page = tab(browser, later);
  assert.deepEqual(page.game, game("mine"));
  assert.deepEqual(page.ids, ["mine", "new"]);
  page.put(null);
  assert.deepEqual(tab(browser, later).game, { id: "new" });
});

test("a game that was over when it was set aside is a finished one", () => {
  const browser = new FakeStorage();
  foundUnread(browser, unread("new", { over: 1 }));
  const page = tab(browser, later);
  assert.deepEqual([page.game, page.hasAside, page.results.map(({ id }) => id)], [null, false, ["new"]]);
});

test("after the storage was emptied, another tab's new game is heard of", () => {
  for (const isHeard of [true, false]) {
    const browser = new FakeStorage();
    const page = tab(browser);
    for (let at = 0; at < 5; at += 1) page.put(game("a"));
    browser.entries.clear();
    if (isHeard) page.refresh();
    tab(browser).put(game("b"));
    assert.equal(page.refresh(), true);
    assert.deepEqual(page.game, game("b"));
  }
});
