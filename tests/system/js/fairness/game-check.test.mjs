// The check of a finished game against the public log, with a log made by node:crypto.

import assert from "node:assert/strict";
import test from "node:test";

import { checkAll } from "../../../../static/js/fairness/game-check.js";
import { Store } from "../../../../static/js/fairness/store.js";
import { FakeStorage } from "../storage.mjs";
import { CODE, COMMITMENT, SECRET, sealedGame, sha256Hex } from "./sealed_game.mjs";

const API = "https://dice.example/api/v1/fair-log";

function chained(rows) {
  let previous = "0".repeat(64);
  return rows.map(([kind, game, value], at) => {
    const index = at + 1;
    const hash = sha256Hex(`log|${index}|${1000 + at}|${kind}|${game}|${value}|${previous}`);
    const entry = { index, at: 1000 + at, kind, game, value, previous, hash };
    previous = hash;
    return entry;
  });
}

const ENTRIES = chained([
  ["commitment", CODE, COMMITMENT],
  ["reveal", CODE, SECRET],
  ["commitment", "next", "33".repeat(32)],
]);
const GAME = { ...sealedGame(), fair_log: { commitment: ENTRIES[0], end: ENTRIES[1] } };

/** Answer requests with the first `count` entries; `asked` gets (address, options) of each request. */
function serve(t, count, asked) {
  t.mock.method(globalThis, "fetch", async (address, options) => {
    asked(address, options);
    const entries = ENTRIES.slice(0, count);
    return { ok: true, json: async () => (address === API ? entries.at(-1) : { entries }) };
  });
}

test("it accepts that another tab sees a newer entry while the log is read", async (t) => {
  const store = new Store(new FakeStorage());
  const { index, hash } = ENTRIES[2];
  serve(t, 2, () => store.saveHeads([{ index, hash, at: 5 }]));
  assert.deepEqual((await checkAll(GAME, store, API)).log.problems, []);
});

test("it notices a log that ends before an entry that it saw earlier", async (t) => {
  const store = new Store(new FakeStorage());
  const { index, hash } = ENTRIES[2];
  store.saveHeads([{ index, hash, at: 5 }]);
  serve(t, 2, () => {});
  const { problems } = (await checkAll(GAME, store, API)).log;
  assert.equal(problems[0], "Entries of the public log are missing.");
});

test("it takes the log's end from no cache", async (t) => {
  const caches = new Map();
  serve(t, 2, (address, { cache }) => caches.set(address, cache));
  await checkAll(GAME, new Store(new FakeStorage()), API);
  assert.equal(caches.get(API), "no-cache");
});
