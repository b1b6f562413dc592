// Choose in positions that the server's rules made: each line of the file has {rules, table}, the path of a table or null, or
// {turns, rolls}: turns of one player, and the rolls of the one that runs. Print the values of all choices, best first, and
// what the bot does.

import { readFileSync } from "node:fs";

import { chooseMove, ranked, readTable } from "../../../../static/js/offline_games/bot.js";
import { newGame, roll, score } from "../../../../static/js/offline_games/engine.js";

function rolled(game, rolls) {
  return rolls.reduce((now, { dice, hold }) => {
    const free = dice.filter((_, at) => !hold.includes(at));
    return roll(now, hold, () => free.shift());
  }, game);
}

let [rules, table] = [null, null];
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { rules: data, table: path, turns, rolls } = JSON.parse(line);
  if (data) {
    rules = data;
    if (path) {
      const bytes = readFileSync(path);
      const read = readTable(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), rules);
      if (read.refused) throw new Error(read.refused);
      ({ table } = read);
    }
    continue;
  }
  const empty = newGame({ rules, players: [{ name: "Alice", bot: "polaris" }], id: "1", began: 0 });
  const game = rolled(
    turns.reduce((now, turn) => score(rolled(now, turn.rolls), turn.box), empty),
    rolls,
  );
  const choices = ranked(game, { table }).map(({ keep, fill, value }) => [keep ?? [fill.column, fill.category], value]);
  const { hold, box } = chooseMove(game, { table, draw: 0.5 });
  console.log(JSON.stringify({ choices, hold, box: box && [box.column, box.category] }));
}
