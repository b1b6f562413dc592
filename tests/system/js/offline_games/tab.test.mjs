// Which tab plays: one at a time, and this one where the browser gives no locks.

import "../bare-names.mjs";

import assert from "node:assert/strict";
import { test } from "node:test";

const { enter, tab, takeOver } = await import("../../../../static/js/offline_games/tab.js");

/** Let the browser answer a request for a lock so. */
function lock(request) {
  tab.value = "waiting";
  Object.defineProperty(globalThis, "navigator", { value: { locks: request && { request } }, configurable: true });
}

const settle = () => new Promise((done) => setTimeout(done));
const refused = (name) => async () => {
  throw new DOMException("no", name);
};

test("a browser that gives no locks lets every tab play", async (context) => {
  context.mock.method(console, "error", () => {});
  for (const request of [undefined, ...["SecurityError", "InvalidStateError", "NotSupportedError", "UnknownError"].map(refused)]) {
    for (const begin of request ? [enter, takeOver] : [enter]) {
      lock(request);
      await begin();
      assert.equal(tab.value, "mine");
    }
  }
});

test("the first tab plays", async () => {
  lock(async (name, options, use) => use({}));
  enter();
  await settle();
  assert.equal(tab.value, "mine");
});

test("the second one waits, and plays on after the first", async () => {
  let next;
  lock((name, { ifAvailable }, use) => (ifAvailable ? Promise.resolve(use(null)) : new Promise((done) => (next = () => done(use({}))))));
  enter();
  await settle();
  assert.equal(tab.value, "other");
  next();
  await settle();
  assert.equal(tab.value, "mine");
});

test("a tab whose game was taken over waits", async () => {
  let steal;
  lock((name, { ifAvailable }, use) => {
    if (!ifAvailable) return new Promise(() => {});
    use({});
    return new Promise((_, fail) => (steal = () => fail(new DOMException("stolen", "AbortError"))));
  });
  enter();
  await settle();
  assert.equal(tab.value, "mine");
  steal();
  await settle();
  assert.equal(tab.value, "other");
});
