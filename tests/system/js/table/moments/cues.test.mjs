import assert from "node:assert/strict";
import test from "node:test";

import { cuesOf, holdSound, isMyTurnNow, soundOf } from "../../../../../static/js/table/moments/cues.js";

const ALICE = 0;
const BOB = 1;
const seats = [{}, {}];

test("it gives each sound once, a bonus and a lead after the score", () => {
  const moments = [
    { kind: "points" },
    { kind: "extra bonus" },
    { kind: "upper bonus" },
    { kind: "total" },
    { kind: "lead" },
  ];
  const cues = cuesOf(moments, ALICE);
  assert.deepEqual(cues.map(({ name }) => name), ["score", "bonus", "lead"]);
  assert.ok(cues[0].delay === 0 && cues[1].delay > 0 && cues[2].delay > cues[1].delay);
});

test("it lets the phone vibrate for what the player did, not for others", () => {
  const felt = (moments, mine) => cuesOf(moments, mine).filter((each) => each.felt).map(({ name }) => name);
  const moments = [{ kind: "points", seat: BOB }, { kind: "yacht", seat: BOB }, { kind: "lead", seat: ALICE }];
  assert.deepEqual(felt(moments, ALICE), ["lead"]);
  assert.deepEqual(felt(moments, BOB), ["score", "yacht"]);
  assert.deepEqual(felt(moments, null), []);
  assert.deepEqual(felt([{ kind: "victory", seats: [ALICE], alone: false }], ALICE), ["win"]);
});

test("it is silent about a last roll, except the last one of a game", () => {
  assert.equal(soundOf({ kind: "last roll", final: false }, ALICE), null);
  assert.equal(soundOf({ kind: "last roll", final: true }, ALICE), "last roll");
});

test("it plays the end of a game as those who hear it would call it", () => {
  const victory = { kind: "victory", seats: [ALICE], alone: false };
  assert.equal(soundOf(victory, ALICE), "win");
  assert.equal(soundOf(victory, BOB), "over");
  assert.equal(soundOf(victory, null), "win");
  assert.equal(soundOf({ ...victory, alone: true }, ALICE), "win");
});

test("it rings a bell after a win by a few points", () => {
  const victory = { kind: "victory", seats: [ALICE], alone: false, margin: "narrow" };
  const [win, bell] = cuesOf([victory], ALICE);
  assert.deepEqual([win.name, bell.name], ["win", "yacht"]);
  assert.ok(bell.delay > win.delay);
  assert.deepEqual(cuesOf([victory], BOB).map(({ name }) => name), ["over"]);
  assert.deepEqual(cuesOf([{ ...victory, margin: "far" }], ALICE).map(({ name }) => name), ["win"]);
});

test("it calls a player when their turn begins, and not during it", () => {
  const view = (...acting) => ({ game: "G", acting, seats });
  assert.equal(isMyTurnNow(view(BOB), view(ALICE), ALICE), true);
  assert.equal(isMyTurnNow(null, view(ALICE), ALICE), true);
  assert.equal(isMyTurnNow(view(ALICE), view(ALICE), ALICE), false);
  assert.equal(isMyTurnNow(view(ALICE), view(BOB), ALICE), false);
  assert.equal(isMyTurnNow({ ...view(ALICE), game: "F" }, view(ALICE), ALICE), true);
});

test("it calls neither spectators nor those who play alone", () => {
  const solo = { game: "G", acting: [ALICE], seats: [{}] };
  assert.equal(isMyTurnNow(null, solo, ALICE), false);
  assert.equal(isMyTurnNow(null, { game: "G", acting: [ALICE], seats }, null), false);
});

test("it hears one die held or released, and a hold where both happen", () => {
  assert.equal(holdSound([], [2]), "hold");
  assert.equal(holdSound([0, 2], [0]), "release");
  assert.equal(holdSound([0], [1, 2]), "hold");
  assert.equal(holdSound([1], [1]), null);
});
