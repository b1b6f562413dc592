// The same players once more, the winner last, and what is sent of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seatedAgain, toUpload } from "../../../../static/js/offline_games/engine.js";

const seats = (players) => players.map(({ name, bot }) => `${name} ${bot ?? "-"}`);

test("who was first is last, and each name keeps its bot", () => {
  const game = { names: ["A", "B", "C"], bots: [null, "breeze", null] };
  const expected = {
    "1,2,3": ["C -", "B breeze", "A -"],
    "3,1,2": ["A -", "C -", "B breeze"],
    "3,2,1": ["A -", "B breeze", "C -"],
    "1,1,3": ["C -", "A -", "B breeze"],
    "1,1,1": ["A -", "B breeze", "C -"],
  };
  for (const [places, order] of Object.entries(expected)) assert.deepEqual(seats(seatedAgain(game, places.split(",").map(Number))), order);
  assert.deepEqual(seats(seatedAgain({ names: ["A"], bots: [null] }, [1])), ["A -"]);
});

test("a game that is sent says who were bots", () => {
  const game = { rules: { id: "yacht", switches: {} }, names: ["A", "Breeze"], bots: [null, "breeze"], turns: [] };
  assert.deepEqual(toUpload(game).bots, [null, "breeze"]);
});
