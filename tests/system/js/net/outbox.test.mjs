import assert from "node:assert/strict";
import test from "node:test";

import { Outbox } from "../../../../static/js/net/outbox.js";

test("it gives each command an id that the protocol allows", () => {
  const outbox = new Outbox();
  const ids = [outbox.add({ type: "start" }).id, outbox.add({ type: "start" }).id];
  assert.notEqual(ids[0], ids[1]);
  for (const id of ids) assert.match(id, /^[A-Za-z0-9_-]{1,40}$/);
});

test("it gives two pages of one player different ids", () => {
  assert.notEqual(new Outbox().add({ type: "start" }).id, new Outbox().add({ type: "start" }).id);
});

test("it keeps commands in order until they are answered", () => {
  const outbox = new Outbox("p");
  outbox.add({ type: "roll" });
  outbox.add({ type: "score" });
  assert.equal(outbox.answered("p-1").type, "roll");
  assert.deepEqual(outbox.unanswered(), [{ type: "score", id: "p-2" }]);
});

test("it ignores an answer to an unknown command", () => {
  assert.equal(new Outbox("p").answered("q-1"), undefined);
});
