import assert from "node:assert/strict";
import { test } from "node:test";

import { keepEarlyKey, keepEarlyKeys, takeEarlyKeys } from "../../../../../static/js/table/text/early-keys.js";

const press = (key, modifiers = {}) => keepEarlyKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

test("it keeps lines that are typed before the field is there", () => {
  keepEarlyKeys();
  for (const key of ["r", "Enter", "h", " ", "2"]) assert.equal(press(key), true, key);
  assert.deepEqual(takeEarlyKeys(), ["r", "h 2"]);
});

test("it leaves keys to the browser that a field of text does not use", () => {
  keepEarlyKeys();
  for (const key of ["Tab", "Escape", "F5", "ArrowUp", "Shift"]) assert.equal(press(key), false, key);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) assert.equal(press("r", { [modifier]: true }), false, modifier);
  assert.deepEqual(takeEarlyKeys(), [""]);
});

test("it keeps nothing before text mode is opened, and nothing after the field is there", () => {
  assert.equal(press("r"), false);
  keepEarlyKeys();
  takeEarlyKeys();
  assert.equal(press("r"), false);
});
