// Enter whole games, turn by turn, as taps on the scorecard do: each line of the file has {rules} or {names, turns}. Print the
// totals of each game, and the points and bonus of each turn. Turns with dice are entered without their points.

import { readFileSync } from "node:fs";

import { add, cardOf, isOver, newGame } from "../../../../static/js/real_dice/game.js";
import { Rules } from "../../../../static/js/real_dice/rules.js";

let rules = null;
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { rules: data, names, turns } = JSON.parse(line);
  if (data) {
    rules = new Rules(data);
    continue;
  }
  let game = newGame(rules.data, names, { id: "1", began: 0 });
  for (const turn of turns) {
    const known = turn.kind === "points" ? turn : { ...turn, points: -1, bonus: -1 };
    game = add(game, rules, known);
  }
  if (!isOver(game, rules)) throw new Error("the game is not over");
  const totals = names.map((_, seat) => rules.total(cardOf(game, rules, seat)));
  console.log(JSON.stringify([totals, game.turns.map(({ points, bonus }) => [points, bonus])]));
}
