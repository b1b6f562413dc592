// Who won how often: over all games, and over evenings. Pure.
//
// A result is {id, over, names, totals, places}: `over` in ms since 1970. Names are one person's if `folded` says so.

import { folded } from "./names.js";

const NIGHT_H = 5; // a game that ends at two in the morning belongs to the evening before

/** Return the day of the evening on which a game ended, such as "2026-11-26". */
export function eveningOf(over) {
  const at = new Date(over - NIGHT_H * 3_600_000);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function best(rows) {
  const most = Math.max(0, ...rows.map(({ wins }) => wins));
  return most === 0 ? [] : rows.filter(({ wins }) => wins === most);
}

function tally(results) {
  const rows = new Map();
  for (const { names, totals, places } of results) {
    names.forEach((name, seat) => {
      const row = rows.get(folded(name)) ?? { name, games: 0, wins: 0, evenings: 0, points: 0 };
      row.games += 1;
      row.points += totals[seat];
      if (names.length > 1 && places[seat] === 1) row.wins += 1;
      rows.set(folded(name), row);
    });
  }
  return rows;
}

/**
 * Return a row for each name, most evenings first: {name, games, wins, evenings}. A tie is a win for all who tied; an
 * evening goes to the player who won most of its games. Games alone count as games only.
 */
export function standings(results) {
  const rows = tally(results);
  for (const day of new Set(results.map(({ over }) => eveningOf(over)))) {
    const evening = tally(results.filter(({ over }) => eveningOf(over) === day));
    for (const { name } of best([...evening.values()])) rows.get(folded(name)).evenings += 1;
  }
  return [...rows.values()].sort((a, b) => b.evenings - a.evenings || b.wins - a.wins || a.games - b.games || a.name.localeCompare(b.name));
}

/** Return the groups of names that played last, newest first, without repeating one. */
export function lastGroups(results, most = 3) {
  const seen = new Map();
  for (const { names } of results) {
    const key = names.map(folded).sort().join("\n");
    if (!seen.has(key)) seen.set(key, names);
  }
  return [...seen.values()].slice(0, most);
}
