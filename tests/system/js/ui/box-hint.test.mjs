// What a box scores, in the reader's language.

import assert from "node:assert/strict";
import test from "node:test";

globalThis.translations = {
  names: { "50 for five of a kind": "50 für fünf Gleiche" },
  texts: { "%(hint)s; %(points)s more in the first roll": "%(hint)s; im ersten Wurf %(points)s mehr" },
};
const { boxHint } = await import("../../../../static/js/ui/box-hint.js");

test("it translates a hint", () => {
  assert.equal(boxHint("50 for five of a kind"), "50 für fünf Gleiche");
});

test("it translates what the first roll brings, whatever the number", () => {
  assert.equal(boxHint("50 for five of a kind; 12 more in the first roll"), "50 für fünf Gleiche; im ersten Wurf 12 mehr");
});

test("it shows what it does not know as it is", () => {
  assert.equal(boxHint("Sum of all"), "Sum of all");
});
