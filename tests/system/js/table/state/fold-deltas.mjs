// Applies the deltas of whole games, and compares each view with the one that the server shows:
// node fold-deltas.mjs FILE, with lines of {view, steps: [{delta, view}]}.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { changedView } from "../../../../../static/js/table/state/changed-view.js";

let count = 0;
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const game = JSON.parse(line);
  let view = game.view;
  for (const { delta, view: expected } of game.steps) {
    assert.deepStrictEqual([view.game, view.seq], [delta.game, delta.base]);
    view = changedView(view, delta);
    assert.deepStrictEqual(view, expected);
    count += 1;
  }
}
console.log(count);
