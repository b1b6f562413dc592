// The games that a device remembers for anyone who uses it next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { knownGames } from "../../../../static/js/offline_games/known.js";
import { FakeStorage } from "../storage.mjs";

const yacht = { id: "yacht", name: "Yacht", tagline: "", switches: [], most_players: 8 };
const own = { ...yacht, id: "house", name: "Grandma's", plain: "House rules" };

test("a page that was taken along knows the house rules of the device, and nobody's name for them", () => {
  const browser = new FakeStorage();
  const storage = () => browser;
  assert.deepEqual(knownGames([yacht, own], storage), [yacht, own]);
  assert.ok(![...browser.entries.values()].join().includes("Grandma"));
  assert.deepEqual(knownGames([yacht], storage), [yacht, { ...yacht, id: "house", name: "House rules" }]);
});

test("a forbidden or odd storage does no harm", () => {
  const browser = new FakeStorage();
  browser.setItem("offline-rules", "{");
  const forbidden = () => {
    throw new DOMException("no", "SecurityError");
  };
  for (const storage of [() => browser, forbidden]) assert.deepEqual(knownGames([yacht], storage), [yacht]);
});
