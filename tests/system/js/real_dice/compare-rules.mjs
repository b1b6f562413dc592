// Apply rules to positions that the server made: each line of the file has {rules} or {entries, bonuses, dice, roll}. Print
// for each position its fills and totals.

import { readFileSync } from "node:fs";

import { Rules } from "../../../../static/js/real_dice/rules.js";

let rules = null;
for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { rules: data, entries, bonuses, dice, roll } = JSON.parse(line);
  if (data) {
    rules = new Rules(data);
    continue;
  }
  const card = { entries, bonuses };
  const fills = rules.fills(card, dice, roll).map(({ column, category, points, bonus, joker }) => [column, category, points, bonus, joker]);
  const columns = bonuses.map((_, column) => {
    const { upper, upper_bonus: won, total } = rules.column(card, column);
    return [upper, won, total];
  });
  console.log(JSON.stringify([fills, columns, rules.total(card)]));
}
