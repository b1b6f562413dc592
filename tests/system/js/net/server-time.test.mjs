// The server's clock in a browser whose own clock is set while a page is open.

import assert from "node:assert/strict";
import test from "node:test";

import "../bare-names.mjs";

const { onClockStep, serverNow, setServerTime } = await import("../../../../static/js/net/server-time.js");

const HOUR = 3_600_000;
const AT = 1_700_000_000_000; // what the server says

/** A device whose clock and uptime a test sets. */
function device(t) {
  const state = { clock: 1_000_000, running: 500 };
  t.mock.method(Date, "now", () => state.clock);
  t.mock.method(performance, "now", () => state.running);
  t.mock.timers.enable({ apis: ["setInterval"] });
  return {
    passes(ms, { asleep = false } = {}) {
      state.clock += ms;
      if (!asleep) state.running += ms;
      if (!asleep) t.mock.timers.tick(ms);
    },
    isSet(ms) {
      state.clock += ms;
    },
  };
}

for (const step of [HOUR, -HOUR, 366 * 24 * HOUR, -1500]) {
  test(`it stays right when the clock is set by ${step} ms`, (t) => {
    const { passes, isSet } = device(t);
    setServerTime(AT);
    passes(5000);
    isSet(step);
    assert.equal(serverNow(), AT + 5000);
    passes(1000);
    assert.equal(serverNow(), AT + 6000);
  });

  test(`a clock that is set by ${step} ms is noticed within a second, once`, (t) => {
    const { passes, isSet } = device(t);
    const seen = [];
    onClockStep(() => seen.push(step));
    passes(5000);
    assert.deepEqual(seen, []);
    isSet(step);
    passes(1000);
    assert.deepEqual(seen, [step]);
    passes(60_000);
    assert.deepEqual(seen, [step]);
  });
}

test("after sleep it is noticed, and the next answer of the server is right again", (t) => {
  const { passes } = device(t);
  let asked = 0;
  onClockStep(() => (asked += 1));
  setServerTime(AT);
  passes(HOUR, { asleep: true });
  passes(1000);
  assert.equal(asked, 1);
  setServerTime(AT + HOUR + 1000);
  passes(1000);
  assert.equal(serverNow(), AT + HOUR + 2000);
});

test("it measures nothing again for a clock that is set right little by little", (t) => {
  const { passes, isSet } = device(t);
  let asked = 0;
  onClockStep(() => (asked += 1));
  for (let second = 0; second < 100; second += 1) {
    isSet(50);
    passes(1000);
  }
  assert.equal(asked, 0);
});
