// Taking along ends, whatever the worker does, and the newest worker does it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newestWorker, stateOf, takenBy } from "../../../../static/js/offline_games/taking.js";

class Worker extends EventTarget {
  constructor(state) {
    super();
    this.state = state;
  }

  become(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

/** A browser whose `update` finds `coming` in place of `active`. */
function container({ active, coming, place = "installing", update = async () => {} }) {
  const registration = { active, installing: null, waiting: null };
  registration.update = async () => {
    await update();
    if (coming) registration[place] = coming;
  };
  coming?.addEventListener("statechange", () => coming.state === "activated" && (registration.active = coming));
  return { register: async () => registration };
}

const settle = () => new Promise((done) => setTimeout(done));

for (const place of ["installing", "waiting"]) {
  test(`it waits for a newer worker that is ${place}`, async () => {
    const [old, coming] = [new Worker("activated"), new Worker("installing")];
    let found = null;
    newestWorker(container({ active: old, coming, place }), "/sw.js").then((worker) => (found = worker));
    await settle();
    coming.become("installed");
    await settle();
    assert.equal(found, null);
    coming.become("activated");
    await settle();
    assert.equal(found, coming);
  });
}

test("a newer worker that fails leaves the one that is there, if there is one", async () => {
  const old = new Worker("activated");
  assert.equal(await newestWorker(container({ active: old, coming: new Worker("redundant") }), "/sw.js"), old);
  await assert.rejects(newestWorker(container({ active: null, coming: new Worker("redundant") }), "/sw.js"));
  const update = async () => {
    throw new TypeError("no connection");
  };
  assert.equal(await newestWorker(container({ active: old, update }), "/sw.js"), old);
});

const worker = (does) => Promise.resolve({ postMessage: (message, [port]) => does(port, message) });
const nothing = () => {};

test("a worker that says nothing, or no more, has failed", async () => {
  assert.equal(await takenBy(worker(nothing), {}, nothing, 20), "failed");
  assert.equal(await takenBy(new Promise(nothing), {}, nothing, 20), "failed");
  assert.equal(await takenBy(worker((port) => port.postMessage({ share: 0.5 })), {}, nothing, 40), "failed");
});

test("one that goes on slowly has not, and is heard to the end", async () => {
  const told = [];
  const slow = worker(async (port, { type }) => {
    assert.equal(type, "take");
    for (const share of [0.2, 0.4, 0.6, 0.8]) {
      await new Promise((done) => setTimeout(done, 150));
      port.postMessage({ share });
    }
    port.postMessage({ end: "taken" });
  });
  assert.equal(await takenBy(slow, {}, (share) => told.push(share), 400), "taken");
  assert.deepEqual(told, [0.2, 0.4, 0.6, 0.8]);
});

test("a browser without a worker says so at once", async () => {
  await assert.rejects(takenBy(Promise.reject(new Error("none")), {}, nothing));
});

test("what the page says of what was taken along", () => {
  const here = { version: "v2", language: "en", isMarked: true, isOnline: true };
  const set = { version: "v2", language: "en" };
  const cases = [
    [null, {}, "lost"],
    [null, { isMarked: false }, "absent"],
    [set, {}, "taken"],
    [{ ...set, version: "v1" }, {}, "old"],
    [{ ...set, language: "de" }, {}, "old"],
    [{ ...set, stale: true }, {}, "old"],
    [{ ...set, stale: true }, { isOnline: false }, "taken"],
    [{ ...set, version: "v1" }, { isOnline: false }, "taken"],
    [{ ...set, version: "v1" }, { full: "v2" }, "full"],
    [{ ...set, version: "v1" }, { full: "v1" }, "old"],
  ];
  for (const [found, facts, state] of cases) assert.equal(stateOf(found, { ...here, ...facts }), state, JSON.stringify([found, facts]));
});
