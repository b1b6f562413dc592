// Play whole games, with the dice and choices of the server's rules: each line of the file has {rules} or {names, turns}, a
// turn {rolls, box, refused}. Print for each game what the dice of each turn may fill, the result and the upload. Try what is
// refused, too. Games are frozen, so that nothing can change them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { newGame, Refused, restored, result, roll, score, toUpload, turnNow } from "../../../../static/js/offline_games/engine.js";

const nothing = () => assert.fail("no die is free");

function frozen(value) {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function refuses(game, change) {
  try {
    change(game);
  } catch (problem) {
    if (problem instanceof Refused) return;
    throw problem;
  }
  assert.fail("nothing was refused");
}

function play(game, { rolls, box, refused }, fills) {
  if (refused.length > 0) refuses(game, (now) => score(now, box));
  for (const { dice, hold } of rolls) {
    const free = dice.filter((_, at) => !hold.includes(at));
    game = frozen(roll(game, hold, () => free.shift()));
  }
  const now = turnNow(game);
  assert.equal(now.dice.join(), rolls.at(-1).dice.join());
  fills.push(now.fills.map(({ column, category, points, bonus, joker }) => [column, category, points, bonus, joker]));
  if (now.left === 0) refuses(game, (each) => roll(each, [], nothing));
  for (const other of refused) refuses(game, (each) => score(each, other));
  return frozen(score(game, box));
}

let rules = null;
let played = 0;
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { rules: data, names, turns } = JSON.parse(line);
  if (data) {
    rules = data;
    continue;
  }
  let game = frozen(newGame({ rules, players: names.map((name) => ({ name, bot: null })), id: "1", began: 0 }));
  const fills = [];
  for (const turn of turns) {
    game = play(game, turn, fills);
  }
  assert.equal(turnNow(game), null);
  refuses(game, (now) => roll(now, [], nothing));
  if (played++ % 10 === 0) assert.deepEqual(restored(JSON.parse(JSON.stringify(game))), game);
  const { over, totals, places, winner } = result(game);
  console.log(JSON.stringify({ fills, over, totals, places, winner, upload: toUpload(game) }));
}
