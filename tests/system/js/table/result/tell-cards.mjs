// Tell what a finished game shows each player about their card: each line of the file has {view, sheet, near, most}. Print
// the words for each seat.

import { readFileSync } from "node:fs";

import { cardStory } from "../../../../../static/js/table/result/card-story.js";

for (const line of readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const { view, sheet, near, most } = JSON.parse(line);
  const page = { nearBonus: String(near), mostBest: String(most) };
  console.log(JSON.stringify(view.seats.map(({ seat }) => cardStory(view, sheet, seat, page))));
}
