import assert from "node:assert/strict";
import test from "node:test";

import { botsFor, playersWords, readWish, wishFacts } from "../../../static/js/home/settings.js";

const VARIANTS = ["yacht", "yahtzee"];
const DEFAULT = { variant: "yacht", players: 0, clock: 60, rated: true };

test("it has a default for everybody who comes for the first time", () => {
  assert.deepEqual(readWish(null, VARIANTS), DEFAULT);
});

test("it remembers the last wish", () => {
  const wish = { variant: "yahtzee", players: 3, clock: null, rated: false };
  assert.deepEqual(readWish(JSON.stringify(wish), VARIANTS), wish);
});

test("it forgets what cannot be played any more", () => {
  for (const text of ["", "no JSON", "null", "[]", "7", '{"variant": "chess", "players": 1, "clock": 5, "rated": "yes"}']) {
    assert.deepEqual(readWish(text, VARIANTS), DEFAULT, text);
  }
});

test("it says a wish in few words", () => {
  assert.deepEqual(wishFacts({ clock: 30, rated: true }), ["30 s a turn", "rated"]);
  assert.deepEqual(wishFacts({ clock: null, rated: false }), ["no clock", "casual"]);
  assert.deepEqual([0, 2].map(playersWords), ["2–4 players", "2 players"]);
});

test("it fills the table with bots", () => {
  assert.deepEqual([0, 2, 3, 4].map(botsFor), [1, 1, 2, 3]);
});
