import assert from "node:assert/strict";
import test from "node:test";

import { hold, isOver, newGame, roll } from "../../../../static/js/app/five-alike.js";

function thrower(...faces) {
  return () => faces.shift();
}

test("it throws only the dice that are not held", () => {
  let game = roll(newGame(), thrower(6, 2, 6, 6, 1));
  game = hold(hold(hold(game, 0), 2), 3);
  game = roll(game, thrower(3, 6));
  assert.deepEqual(game.faces, [6, 3, 6, 6, 6]);
  assert.equal(game.rolls, 2);
});

test("it is over when all five show the same, and not before the first roll", () => {
  assert.equal(isOver(newGame()), false);
  const game = roll(newGame(), thrower(4, 4, 4, 4, 4));
  assert.equal(isOver(game), true);
  assert.equal(roll(game), game);
  assert.equal(hold(game, 1), game);
});

test("it releases a die that is held, and holds none before the first roll", () => {
  assert.equal(hold(newGame(), 0).held[0], false);
  const game = roll(newGame(), thrower(1, 2, 3, 4, 5));
  assert.equal(hold(hold(game, 3), 3).held[3], false);
});
