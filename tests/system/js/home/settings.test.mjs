import assert from "node:assert/strict";
import test from "node:test";

import { guestName, playersWords, settingsFacts } from "../../../../static/js/home/settings.js";

test("it shows settings as short texts", () => {
  assert.deepEqual(settingsFacts({ clock: 30, rated: true }), ["30 s a turn", "rated"]);
  assert.deepEqual(settingsFacts({ clock: null, rated: false }), ["no clock"]);
  assert.deepEqual([0, 2].map(playersWords), ["2–4 players", "2 players"]);
});

test("it has a name for everyone who types none", () => {
  assert.equal(guestName(0), "Guest 1000");
  assert.equal(guestName(0.99999), "Guest 9999");
});
