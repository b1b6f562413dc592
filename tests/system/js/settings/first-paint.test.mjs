import assert from "node:assert/strict";
import test from "node:test";

import { Storage, Tab } from "./browser.mjs";

function account(id, preferences) {
  return { dataset: { account: id, preferences: preferences === null ? "" : JSON.stringify(preferences) } };
}

test("it applies what is stored, and nothing that is not", () => {
  const tab = new Tab(new Storage({ settings: { theme: "dark", feltLook: "green" } }));
  const { theme, feltLook, diceLook, motion } = tab.root.dataset;
  assert.deepEqual([theme, feltLook, diceLook, motion], ["dark", "green", undefined, "full"]);
});

test("it needs neither storage nor sense in it", () => {
  const blocked = new Tab(new Storage({}, true));
  blocked.change({ diceLook: "casino" });
  assert.equal(blocked.root.dataset.diceLook, "casino");
  for (const nonsense of ["{", "null", "7", '"x"']) {
    const storage = new Storage();
    storage.items.set("settings", nonsense);
    assert.equal(new Tab(storage).root.dataset.motion, "full");
  }
});

test("it says when the browser blocks cookies", () => {
  for (const [cookies, after, isTold] of [[null, null, true], ["", "", false], ["csrftoken=x", "csrftoken=x", false]]) {
    const tab = new Tab(new Storage(), { cookies });
    assert.equal(tab.root.attributes.has("data-no-cookies"), isTold);
    assert.equal(tab.cookies, after);
  }
});

test("it shows less motion where the system asks for it, unless the player chose", () => {
  assert.equal(new Tab(new Storage(), { reduced: true }).root.dataset.motion, "none");
  assert.equal(new Tab(new Storage({ settings: { motion: "full" } }), { reduced: true }).root.dataset.motion, "full");
});

test("it passes a change to other tabs, and tells the modules of both", () => {
  const storage = new Storage();
  const [one, two] = [new Tab(storage), new Tab(storage)];
  let told = 0;
  for (const tab of [one, two]) tab.root.addEventListener("settings", () => told++);
  one.change({ pips: "four colours" });
  two.change({ feltLook: "burgundy" });
  for (const tab of [one, two]) assert.deepEqual(tab.settings, { pips: "four colours", feltLook: "burgundy" });
  assert.equal(two.root.dataset.pips, "four colours");
  assert.equal(told, 4);
});

test("a guest's changes wait for no server", () => {
  const storage = new Storage();
  const tab = new Tab(storage);
  tab.change({ sound: 0 });
  assert.deepEqual(tab.unsent, []);
  assert.equal(storage.value("settings-sent"), null);
});

test("an account that never stored settings takes over those of the browser", () => {
  const tab = new Tab(new Storage({ settings: { sound: 0, pips: "four colours" } }), account("7", null));
  assert.deepEqual(tab.unsent, ["sound", "pips"]);
  assert.equal(tab.root.dataset.pips, "four colours");
});

test("an account's settings replace those of the browser", () => {
  const storage = new Storage({ settings: { sound: 0, pips: "four colours" } });
  const tab = new Tab(storage, account("7", { version: 1, sound: 1 }));
  assert.deepEqual([tab.settings, tab.unsent], [{ sound: 1 }, []]);
  assert.deepEqual(storage.value("settings"), { sound: 1 });
});

test("a change that the server has not received yet survives a reload", () => {
  const storage = new Storage();
  new Tab(storage, account("7", { version: 1, sound: 1 })).change({ sound: 0.2 });
  const later = new Tab(storage, account("7", { version: 2, sound: 1, captions: true }));
  assert.deepEqual([later.settings, later.unsent], [{ sound: 0.2, captions: true }, ["sound"]]);
});

test("a change that was sent is not sent again; one made meanwhile is", () => {
  const tab = new Tab(new Storage(), account("7", { version: 1 }));
  tab.change({ sound: 0.2, captions: true });
  tab.change({ sound: 0.4 });
  tab.sent({ sound: 0.2, captions: true }, 2);
  assert.deepEqual(tab.unsent, ["sound"]);
  tab.sent({ sound: 0.4 }, 3);
  assert.deepEqual(tab.unsent, []);
});

test("what one account has not sent never goes to another", () => {
  const storage = new Storage();
  new Tab(storage, account("7", { version: 1 })).change({ sound: 0.2 });
  const other = new Tab(storage, account("8", { version: 1, captions: true }));
  assert.deepEqual([other.settings, other.unsent], [{ captions: true }, []]);
});

test("an old page of the browser's cache does not bring old settings back", () => {
  const storage = new Storage();
  const old = account("7", { version: 1, sound: 1 });
  const tab = new Tab(storage, old);
  tab.change({ sound: 0.2 });
  tab.sent({ sound: 0.2 }, 2);
  assert.deepEqual(new Tab(storage, old).settings, { sound: 0.2 });
});

test("a newer change from another device wins", () => {
  const storage = new Storage();
  new Tab(storage, account("7", { version: 1, sound: 1 })).sent({ sound: 1 }, 2);
  assert.deepEqual(new Tab(storage, account("7", { version: 3, sound: 0.5 })).settings, { sound: 0.5 });
});
