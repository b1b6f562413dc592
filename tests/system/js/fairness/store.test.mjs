import assert from "node:assert/strict";
import test from "node:test";

import { Store } from "../../../../static/js/fairness/store.js";
import { FakeStorage } from "../storage.mjs";

const game = (code, at) => ({ code, at, commitment: "c".repeat(64) });
const seed = (code, seal, at = 0) => ({ code, seal, at, salt: "s", text: "t", player: 5 });

test("it shares seeds and records between tabs of one browser", () => {
  const storage = new FakeStorage();
  const [one, two] = [new Store(storage), new Store(storage)];
  one.saveGame(game("g1", 1));
  one.addSeed(seed("g1", "first"));
  two.addSeed(seed("g1", "second", 1));
  assert.equal(two.game("g1").at, 1);
  assert.deepEqual(one.seeds("g1").map((each) => each.seal), ["first", "second"]);
  assert.equal(two.seed("g1", "first").text, "t");
  assert.equal(two.seed("g2", "first"), null);
  assert.equal(one.lasts, true);
});

test("it never overwrites a seed", () => {
  const store = new Store(new FakeStorage());
  store.addSeed(seed("g1", "first"));
  store.addSeed({ ...seed("g1", "first"), text: "other" });
  assert.equal(store.seed("g1", "first").text, "t");
});

test("it works in memory without a storage, and says so", () => {
  const store = new Store(null);
  store.saveGame(game("g1", 1));
  store.addSeed(seed("g1", "first"));
  assert.equal(store.game("g1").at, 1);
  assert.equal(store.seeds("g1").length, 1);
  assert.equal(store.lasts, false);
});

test("it drops the oldest games, and those with a seed of this browser last", () => {
  const storage = new FakeStorage();
  const store = new Store(storage);
  store.saveGame(game("own", 0));
  store.addSeed(seed("own", "mine"));
  for (let at = 1; at <= 400; at += 1) store.saveGame(game(`g${at}`, at));
  assert.equal(store.game("own").at, 0);
  assert.equal(store.seed("own", "mine").text, "t");
  assert.equal(store.game("g1"), null);
  assert.equal(store.game("g400").at, 400);
  assert.equal([...storage.entries.keys()].filter((key) => key.includes("/game/")).length, 300);
});

test("it drops a game together with its seeds", () => {
  const storage = new FakeStorage();
  const store = new Store(storage);
  for (let at = 0; at <= 300; at += 1) {
    store.saveGame(game(`g${at}`, at));
    store.addSeed(seed(`g${at}`, "mine"));
  }
  store.saveGame(game("last", 999));
  store.addSeed(seed("last", "mine"));
  assert.deepEqual(store.seeds("g0"), []);
  assert.equal(store.seeds("g300").length, 1);
});

test("it makes room when the storage is full, and else keeps entries in memory", () => {
  const storage = new FakeStorage();
  const store = new Store(storage);
  for (let at = 0; at < 200; at += 1) store.saveGame(game(`g${at}`, at));
  storage.limit = [...storage.entries].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  store.saveGame(game("next", 500));
  assert.equal(store.game("next").at, 500);
  assert.equal(store.game("g0"), null);
  assert.equal(store.lasts, true);
  storage.limit = 0;
  store.saveGame(game("more", 600));
  assert.equal(store.game("more").at, 600);
  assert.equal(store.lasts, false);
});

test("it survives damaged entries and leaves other versions alone", () => {
  const storage = new FakeStorage();
  storage.setItem("fair1/game/bad", "{broken");
  storage.setItem("fair1/game/text", '"text"');
  storage.setItem("fair1/heads", '{"not": "a list"}');
  storage.setItem("fair1/seed/bad/x", "[");
  storage.setItem("fair9/game/later", "{}");
  const store = new Store(storage);
  assert.equal(store.game("bad"), null);
  assert.equal(store.game("text"), null);
  assert.equal(store.game("later"), null);
  assert.deepEqual(store.heads(), []);
  assert.deepEqual(store.seeds("bad"), []);
  store.saveGame(game("bad", 3));
  assert.equal(store.game("bad").at, 3);
  assert.equal(storage.getItem("fair9/game/later"), "{}");
});

test("it survives a storage that is taken away later", () => {
  const storage = new FakeStorage();
  const store = new Store(storage);
  store.saveGame(game("g1", 1));
  for (const name of ["getItem", "setItem", "key", "removeItem"]) {
    storage[name] = () => {
      throw new Error("SecurityError");
    };
  }
  assert.equal(store.game("g1"), null);
  store.addSeed(seed("g2", "mine"));
  assert.equal(store.seed("g2", "mine").text, "t");
  assert.deepEqual(store.seeds("g2").length, 1);
  assert.equal(store.lasts, false);
});
