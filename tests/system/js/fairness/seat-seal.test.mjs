import assert from "node:assert/strict";
import test from "node:test";

import { isServerAlone, seatSeal, startWaitsFor } from "../../../../static/js/fairness/seat-seal.js";

const seat = (player, changes) => ({ player, name: `P${player}`, bot: false, seal: "", seed: "", known: true, ...changes });
const sealed = seat(1, { seal: "ab", known: false });
const open = seat(2, { seed: "abc" });
const silent = seat(3, {});
const bot = seat(4, { bot: true });
const waiting = seat(5, { known: false });
const free = seat(null, { name: null });

test("it says what each seat gave", () => {
  assert.deepEqual([sealed, open, silent, bot].map((each) => seatSeal(each).state), ["sealed", "known", "missing", "bot"]);
});

test("it calls a seed that the server sealed itself known", () => {
  assert.equal(seatSeal({ ...open, seal: "ab" }).state, "known");
});

test("it finds tables whose dice come from the server alone", () => {
  assert.equal(isServerAlone([silent, bot, free]), true);
  assert.equal(isServerAlone([bot]), true);
  assert.equal(isServerAlone([silent, open]), false);
  assert.equal(isServerAlone([sealed, silent]), false);
  assert.equal(isServerAlone([free]), false);
});

test("it names who a start waits for", () => {
  assert.deepEqual(startWaitsFor([sealed, open, silent, bot, waiting, free], [1, 2, 5]), { unsealed: ["P5"], away: ["P3"] });
});
