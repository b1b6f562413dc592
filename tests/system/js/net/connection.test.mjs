// The socket's behaviour, with a fake WebSocket and mocked timers.

import assert from "node:assert/strict";
import test from "node:test";

import { Connection } from "../../../../static/js/net/connection.js";
import { Outbox } from "../../../../static/js/net/outbox.js";

const FARTHEST = 20_000; // no wait is longer

class FakeSocket {
  static all = [];
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = url;
    FakeSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** What the server does. */
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }

  welcome() {
    this.readyState = 1;
    this.say({ type: "welcome", time: 0 });
  }

  dies(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }

  types() {
    return this.sent.map((message) => message.type);
  }
}

function connected(t, note = () => {}, more = {}) {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  t.mock.method(Math, "random", () => 0.5);
  FakeSocket.all = [];
  globalThis.WebSocket = FakeSocket;
  const seen = { messages: [], statuses: [], times: [] };
  const connection = new Connection(
    "ws://table/",
    {
      message: (message, command) => seen.messages.push({ message, command }),
      status(status) {
        seen.statuses.push(status.state);
        note(status);
      },
      position: () => ({ game: "g", seq: 7, rev: 2 }),
      time: (ms) => seen.times.push(ms),
      ...more,
    },
    new Outbox("p"),
  );
  connection.open();
  const latest = () => FakeSocket.all.at(-1);
  const opened = () => FakeSocket.all.length;
  return { connection, seen, latest, opened, tick: (ms) => t.mock.timers.tick(ms) };
}

test("it is online only once the welcome is there", (t) => {
  const { latest, seen } = connected(t);
  assert.deepEqual(seen.statuses, ["connecting"]);
  latest().welcome();
  assert.deepEqual(seen.statuses, ["connecting", "online"]);
});

test("it says what the page has seen", (t) => {
  const { latest } = connected(t);
  assert.equal(latest().url, "ws://table/?seen=g.7");
});

test("it reconnects after any close that nobody asked for", (t) => {
  for (const code of [1000, 1006, 1012, 4400, 4408, 4429]) {
    const { latest, opened, tick, seen } = connected(t);
    latest().welcome();
    latest().dies(code);
    assert.equal(seen.statuses.at(-1), "waiting");
    tick(FARTHEST);
    assert.ok(opened() >= 2, `after ${code}`);
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});

test("it does not come back where it is forbidden or nothing is there", (t) => {
  for (const code of [4403, 4404]) {
    const { latest, opened, tick, seen } = connected(t);
    latest().dies(code);
    tick(10 * FARTHEST);
    assert.equal(opened(), 1);
    assert.equal(seen.statuses.at(-1), "gone");
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});

test("it stays closed when it was asked to close", (t) => {
  const { connection, latest, opened, tick } = connected(t);
  latest().welcome();
  connection.close();
  tick(10 * FARTHEST);
  assert.equal(opened(), 1);
});

test("it waits longer after each failure and forgets them after a steady connection", (t) => {
  const { latest, opened, tick } = connected(t);
  latest().dies();
  tick(249);
  assert.equal(opened(), 1);
  tick(1); // half of 500 ms
  assert.equal(opened(), 2);
  latest().dies();
  tick(449);
  assert.equal(opened(), 2);
  tick(1); // half of 900 ms
  assert.equal(opened(), 3);
  latest().welcome();
  tick(5000);
  latest().dies();
  tick(250);
  assert.equal(opened(), 4);
});

test("it pings every ten seconds with what it has seen", (t) => {
  const { latest, tick } = connected(t);
  latest().welcome();
  tick(10_000);
  assert.deepEqual(latest().sent, [{ type: "ping", game: "g", seq: 7, rev: 2 }]);
  latest().say({ type: "pong", time: 5 });
  tick(10_000);
  assert.deepEqual(latest().types(), ["ping", "ping"]);
});

test("a patient page pings only after ten seconds of silence", (t) => {
  const { latest, opened, tick, seen } = connected(t, undefined, { patient: true });
  latest().welcome();
  for (let count = 0; count < 10; count += 1) {
    tick(9_999);
    latest().say({ type: "delta", seq: count });
  }
  assert.deepEqual(latest().types(), []);
  tick(10_000);
  assert.deepEqual(latest().types(), ["ping"]);
  tick(8000);
  assert.equal(seen.statuses.at(-1), "waiting");
  tick(FARTHEST);
  assert.ok(opened() >= 2);
});

test("a patient page pings less often when nothing happens, until something does", (t) => {
  const { latest, tick } = connected(t, undefined, { patient: true });
  latest().welcome();
  const pingsWithin = (ms) => {
    const before = latest().sent.length;
    for (let second = 0; second < ms / 1000; second += 1) {
      const sent = latest().sent.length;
      tick(1000);
      if (latest().sent.length > sent) latest().say({ type: "pong", time: 5 });
    }
    return latest().sent.length - before;
  };
  assert.equal(pingsWithin(30_000), 3);
  assert.equal(pingsWithin(60_000), 3);
  latest().say({ type: "delta", seq: 1 });
  assert.equal(pingsWithin(30_000), 3);
});

test("a command after a silence shows within eight seconds that the line is dead", (t) => {
  const { connection, latest, tick, seen } = connected(t, undefined, { patient: true });
  latest().welcome();
  for (let count = 0; count < 3; count += 1) {
    tick(10_000);
    latest().say({ type: "pong", time: 5 });
  }
  connection.send({ type: "roll" });
  tick(7999);
  assert.equal(seen.statuses.at(-1), "online");
  tick(1);
  assert.equal(seen.statuses.at(-1), "waiting");
});

test("a command that takes long ends no connection that answers", (t) => {
  const { connection, latest, opened, tick, seen } = connected(t, undefined, { patient: true });
  latest().welcome();
  tick(10_000);
  latest().say({ type: "pong", time: 5 });
  connection.send({ type: "hint" });
  assert.deepEqual(latest().types(), ["ping", "ping", "hint"]);
  latest().say({ type: "pong", time: 6 });
  tick(9_999);
  assert.equal(seen.statuses.at(-1), "online");
  assert.equal(opened(), 1);
});

test("words of the server keep no other page from its pings", (t) => {
  const { latest, tick } = connected(t);
  latest().welcome();
  for (let second = 0; second < 20; second += 1) {
    tick(1000);
    latest().say({ type: "rooms" });
  }
  assert.deepEqual(latest().types(), ["ping", "ping"]);
});

test("it gives a silent line up eight seconds after the ping", (t) => {
  const { latest, opened, tick, seen } = connected(t);
  latest().welcome();
  tick(10_000);
  tick(7999);
  assert.equal(seen.statuses.at(-1), "online");
  tick(1);
  assert.equal(seen.statuses.at(-1), "waiting");
  tick(FARTHEST);
  assert.ok(opened() >= 2);
});

test("it gives up a connection that never says welcome", (t) => {
  const { tick, seen } = connected(t);
  tick(8000);
  assert.equal(seen.statuses.at(-1), "waiting");
});

test("it sends what was not answered again, in order and under the same ids", (t) => {
  const { connection, latest, tick } = connected(t);
  latest().welcome();
  connection.send({ type: "roll", turn: 1 });
  connection.send({ type: "chat", text: "hello" });
  latest().say({ type: "ack", id: "p-1" });
  connection.send({ type: "score" });
  latest().dies();
  tick(FARTHEST);
  latest().welcome();
  assert.deepEqual(latest().sent, [
    { type: "chat", text: "hello", id: "p-2" },
    { type: "score", id: "p-3" },
  ]);
});

test("it keeps a command that was given while there was no connection", (t) => {
  const { connection, latest } = connected(t);
  connection.send({ type: "sit" });
  assert.deepEqual(latest().sent, []);
  latest().welcome();
  assert.deepEqual(latest().types(), ["sit"]);
});

test("it drops a volatile message that cannot be sent", (t) => {
  const { connection, latest } = connected(t);
  connection.cast({ type: "select" });
  latest().welcome();
  assert.deepEqual(latest().sent, []);
});

test("it hands an answer over together with the command", (t) => {
  const { connection, latest, seen } = connected(t);
  latest().welcome();
  connection.send({ type: "roll", turn: 4 });
  latest().say({ type: "error", id: "p-1", code: "stale", message: "Too late." });
  assert.deepEqual(seen.messages.at(-1).command, { type: "roll", turn: 4, id: "p-1" });
});

test("it tries again by itself when the server was busy", (t) => {
  const { connection, latest, seen, tick } = connected(t);
  latest().welcome();
  connection.send({ type: "roll" });
  latest().say({ type: "error", id: "p-1", code: "busy", message: "Try again." });
  tick(400);
  assert.deepEqual(latest().sent, [
    { type: "roll", id: "p-1" },
    { type: "roll", id: "p-1" },
  ]);
  assert.ok(!seen.messages.some(({ message }) => message.type === "error"));
});

test("it does not send again what the player may only say so often", (t) => {
  const { connection, latest, seen, tick } = connected(t);
  latest().welcome();
  connection.send({ type: "chat" }, { droppable: true });
  connection.send({ type: "roll" });
  for (const id of ["p-1", "p-2"]) latest().say({ type: "error", id, code: "rate_limited", message: "Slow down." });
  tick(20_000);
  assert.deepEqual(latest().types().filter((type) => type !== "ping"), ["chat", "roll", "roll"]);
  const errors = seen.messages.filter(({ message }) => message.type === "error");
  assert.deepEqual(errors.map(({ command }) => command.type), ["chat"]);
});

test("it sends a droppable command again while the server is busy", (t) => {
  const { connection, latest, tick } = connected(t);
  latest().welcome();
  connection.send({ type: "chat" }, { droppable: true });
  latest().say({ type: "error", id: "p-1", code: "busy", message: "Try again." });
  tick(400);
  assert.deepEqual(latest().types(), ["chat", "chat"]);
});

test("it comes back at once when the network does", (t) => {
  const { connection, latest, opened, tick } = connected(t);
  for (let failure = 0; failure < 8; failure += 1) {
    latest().dies();
    tick(FARTHEST);
  }
  latest().dies();
  const before = opened();
  connection.wake();
  assert.equal(opened(), before + 1);
});

test("it asks at once whether the line lives when the page wakes up", (t) => {
  const { connection, latest } = connected(t);
  latest().welcome();
  connection.wake();
  assert.deepEqual(latest().types(), ["ping"]);
});

test("it hears nothing more from a socket that it has replaced", (t) => {
  const { connection, latest, opened, seen, tick } = connected(t);
  const old = latest();
  old.welcome();
  connection.restart();
  old.say({ type: "room" });
  old.dies();
  tick(1);
  assert.equal(opened(), 2);
  assert.ok(!seen.messages.some(({ message }) => message.type === "room"));
});

test("it waits as a restarting server asks", (t) => {
  const { latest, opened, tick } = connected(t);
  latest().welcome();
  latest().say({ type: "bye", reason: "restart", retry: 8000 });
  latest().dies(1012);
  tick(3999);
  assert.equal(opened(), 1);
  tick(1); // half of 8 s
  assert.equal(opened(), 2);
});

test("it passes the server's clock on", (t) => {
  const { latest, seen } = connected(t);
  latest().welcome();
  latest().say({ type: "pong", time: 1234 });
  assert.deepEqual(seen.times, [1234]);
});

/** A page whose question whether the site answers gets this `answer`. */
async function troubled(t, answer) {
  t.mock.method(globalThis, "fetch", answer);
  const troubles = [];
  const all = connected(t, (status) => troubles.push(status.trouble));
  const settled = async () => {
    for (let turn = 0; turn < 9; turn += 1) await Promise.resolve();
  };
  return { ...all, troubles, settled };
}

const ANSWERS = { blocked: async () => ({ ok: true }), away: async () => ({ ok: false, status: 502 }), unreachable: async () => Promise.reject(new TypeError()) };

for (const [name, answer] of Object.entries(ANSWERS)) {
  for (const way of ["refused", "hanging"]) {
    test(`without a first connection (${way}) it finds the site ${name}`, async (t) => {
      const { connection, latest, tick, troubles, settled } = await troubled(t, answer);
      if (way === "refused") latest().dies();
      tick(5_499);
      await settled();
      assert.deepEqual(troubles.filter(Boolean), []);
      tick(1);
      await settled();
      assert.equal(troubles.at(-1), name === "blocked" ? "blocked" : "away");
      connection.restart();
      latest().welcome();
      assert.equal(troubles.at(-1), undefined);
    });
  }
}

test("it says that a device is offline", async (t) => {
  globalThis.navigator = { onLine: false };
  t.after(() => delete globalThis.navigator);
  const { tick, troubles, settled } = await troubled(t, ANSWERS.unreachable);
  tick(5_500);
  await settled();
  assert.equal(troubles.at(-1), "offline");
});

test("after a first connection it is lost, not blocked", async (t) => {
  const { latest, tick, troubles, settled } = await troubled(t, ANSWERS.blocked);
  latest().welcome();
  latest().dies();
  tick(FARTHEST);
  await settled();
  assert.deepEqual(troubles.filter(Boolean), []);
});

test("a server that closes with a code of its own is reached", async (t) => {
  const { latest, tick, troubles, settled } = await troubled(t, ANSWERS.blocked);
  latest().dies(4503);
  tick(FARTHEST);
  await settled();
  assert.deepEqual(troubles.filter(Boolean), []);
});

test("a page that was left asks nothing", async (t) => {
  const { connection, tick, troubles, settled } = await troubled(t, ANSWERS.blocked);
  connection.close();
  tick(FARTHEST);
  await settled();
  assert.equal(globalThis.fetch.mock.callCount(), 0);
  assert.deepEqual(troubles.filter(Boolean), []);
});

test("a command that is withdrawn is not sent later", (t) => {
  const { connection, latest } = connected(t);
  connection.withdraw(connection.send({ type: "play" }));
  connection.send({ type: "sit" });
  latest().welcome();
  assert.deepEqual(latest().types(), ["sit"]);
});
