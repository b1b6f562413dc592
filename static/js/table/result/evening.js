// Who has won how many of the games at this table. Each tab counts the results that it sees.

import { remember, remembered } from "../../net/tab-store.js";

/** Return the winners of each game after the game in `view`: {number of the game: [player, ...]}. Pure. */
export function withResult(known, number, view) {
  const winners = view.seats.filter(({ place }) => place === 1).map(({ player }) => player);
  return { ...known, [number]: winners };
}

/**
 * Return [{name, wins}] of the seats in `view`, most wins first; nothing for the first game, a game alone, or if a result
 * is missing. Pure.
 */
export function scoresOf(known, number, { seats }) {
  const games = Array.from({ length: number }, (_, at) => known[at + 1]);
  if (number < 2 || seats.length < 2 || games.some((winners) => winners === undefined)) return [];
  const scores = seats.map(({ name, player }) => ({ name, wins: games.filter((winners) => winners.includes(player)).length }));
  return scores.sort((a, b) => b.wins - a.wins);
}

/** Remember the result of `view`, which is game `number` of the room `code`, and return the scores so far. */
export function countEvening(code, number, view) {
  const key = `evening ${code}`;
  const known = withResult(JSON.parse(remembered(key) ?? "{}"), number, view);
  remember(key, JSON.stringify(known));
  return scoresOf(known, number, view);
}
