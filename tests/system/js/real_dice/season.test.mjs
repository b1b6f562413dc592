import assert from "node:assert/strict";
import test from "node:test";

import { places } from "../../../../static/js/real_dice/game.js";
import { eveningOf, lastGroups, standings } from "../../../../static/js/real_dice/season.js";

function result(day, hour, names, totals) {
  return { id: `${day}-${hour}`, over: new Date(2026, 10, day, hour).getTime(), names, totals, places: places(totals) };
}

test("a game that ends after midnight belongs to the evening before", () => {
  assert.equal(eveningOf(new Date(2026, 10, 27, 2).getTime()), "2026-11-26");
  assert.equal(eveningOf(new Date(2026, 10, 27, 6).getTime()), "2026-11-27");
});

test("games and evenings are counted by name, in any letter case; ties are wins of all who tied", () => {
  const found = standings([
    result(26, 20, ["Anna", "Tom"], [200, 180]),
    result(26, 22, ["Tom", "anna "], [150, 240]),
    result(27, 1, ["Anna", "Tom"], [100, 190]),
    result(28, 21, ["Anna", "Tom"], [150, 150]),
    result(29, 21, ["Emil"], [300]),
  ]);
  const rows = found.map(({ name, games, wins, evenings }) => [name, games, wins, evenings]);
  assert.deepEqual(rows, [
    ["Anna", 4, 3, 2],
    ["Tom", 4, 2, 1],
    ["Emil", 1, 0, 0],
  ]);
});

test("groups that played last come first, once each", () => {
  const results = [["Tom", "Anna"], ["Emil"], ["anna", "tom"]].map((names) => result(26, 20, names, names.map(() => 1)));
  assert.deepEqual(lastGroups(results), [["Tom", "Anna"], ["Emil"]]);
});
