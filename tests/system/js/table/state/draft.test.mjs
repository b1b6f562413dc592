// The line of chat that I write stays until the server has taken it.

import "../../bare-names.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";

const { draft, lineAnswered, noteSent, noteTyped, refusedTyped, write } = await import("../../../../../static/js/table/state/draft.js");

test("a line stays until the server has taken it", () => {
  write("hello");
  noteSent("1");
  assert.equal(draft.value.text, "hello");
  lineAnswered("2", "");
  assert.equal(draft.value.text, "hello");
  lineAnswered("1", "");
  assert.equal(draft.value.text, "");
});

test("a refused line stays, with the reason, until it is changed", () => {
  write("evil.com");
  noteSent("3");
  lineAnswered("3", "links are held back");
  assert.deepEqual(draft.value, { text: "evil.com", sent: null, why: "links are held back" });
  write("evil");
  assert.equal(draft.value.why, "");
});

test("what was typed after sending stays", () => {
  write("first");
  noteSent("4");
  write("second");
  lineAnswered("4", "");
  assert.equal(draft.value.text, "second");
});

test("a refused line of text mode comes back", () => {
  noteTyped("5", "evil.com");
  lineAnswered("5", "");
  assert.equal(refusedTyped.value, null);
  noteTyped("6", "evil.com");
  lineAnswered("6", "no");
  assert.deepEqual(refusedTyped.value, { text: "evil.com" });
});
