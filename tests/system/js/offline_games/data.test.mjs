// The table of a game that does not come, or cannot be used.

import assert from "node:assert/strict";
import { test } from "node:test";

import { smallRules } from "../real_dice/small-rules.mjs";

const RULES = smallRules().data;
const heard = {};
globalThis.document = { documentElement: { lang: "en" }, getElementById: () => ({ textContent: JSON.stringify({ games: [] }) }) };
globalThis.addEventListener = (name, does) => (heard[name] = does);
const { loadTable } = await import("../../../../static/js/offline_games/data.js");

const answers = {
  "no connection": () => {
    throw new TypeError("no connection");
  },
  "a server that has none": () => new Response("", { status: 404 }),
  "something else": () => new Response("<html>"),
};

for (const [name, answer] of Object.entries(answers)) {
  test(`${name} is told once, and asked again when the browser is online again`, async (context) => {
    const told = context.mock.method(console, "error", () => {});
    const asked = context.mock.method(globalThis, "fetch", async () => answer());
    const load = () => loadTable(RULES, { address: `/${name}.bin` });
    assert.deepEqual([await load(), await load()], [null, null]);
    assert.deepEqual([asked.mock.callCount(), told.mock.callCount()], [1, 1]);
    heard.online();
    assert.equal(await load(), null);
    assert.deepEqual([asked.mock.callCount(), told.mock.callCount()], [2, 2]);
  });
}

test("a game without a table asks for none", async () => {
  assert.equal(await loadTable(RULES, null), null);
});
