import assert from "node:assert/strict";
import test from "node:test";

import { botsFor, guestName, playersWords, readSettings, settingsFacts } from "../../../static/js/home/settings.js";

const VARIANTS = ["yacht", "yahtzee"];
const CLOCKS = [30, 60, null];
const DEFAULT = { variant: "yacht", players: 0, clock: 60, rated: true };

test("it has defaults for a first visit", () => {
  assert.deepEqual(readSettings(null, VARIANTS, CLOCKS), DEFAULT);
});

test("it restores the last settings", () => {
  const settings = { variant: "yahtzee", players: 3, clock: null, rated: false };
  assert.deepEqual(readSettings(JSON.stringify(settings), VARIANTS, CLOCKS), settings);
});

test("it ignores settings that are not available", () => {
  for (const text of ["", "no JSON", "null", "[]", "7", '{"variant": "chess", "players": 1, "clock": 5, "rated": "yes"}']) {
    assert.deepEqual(readSettings(text, VARIANTS, CLOCKS), DEFAULT, text);
  }
});

test("it shows settings as short texts", () => {
  assert.deepEqual(settingsFacts({ clock: 30, rated: true }), ["30 s a turn", "rated"]);
  assert.deepEqual(settingsFacts({ clock: null, rated: false }), ["no clock", "casual"]);
  assert.deepEqual([0, 2].map(playersWords), ["2–4 players", "2 players"]);
});

test("it has a name for everyone who types none", () => {
  assert.equal(guestName(0), "Guest 1000");
  assert.equal(guestName(0.99999), "Guest 9999");
});

test("it fills the table with bots", () => {
  assert.deepEqual([0, 2, 3, 4].map(botsFor), [1, 1, 2, 3]);
});
