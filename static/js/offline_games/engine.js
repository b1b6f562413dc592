// Whole games without the server: what the rules allow, whose turn it is, totals, the end. Pure; nothing changes an object
// that it was given, and everything that is refused throws Refused ({code}) and leaves the game as it was.
//
// A game is a game of the scorecard for real dice (static/js/real_dice/game.js), which is plain JSON, with one list more:
// {version, id, began, rules, names, turns, seat, kind, draft, editing, over, bots}. `rules`: the data of
// games/site/study/real_dice/rule_data.py. `bots`: for each seat the id of its bot, or null for a person. `draft.rolls`: the
// rolls of the turn that runs, [{dice, hold}]. `over`: for the page, when the game ended. So all that draws, stores and
// uploads cards with real dice works with these games, too; `toUpload` is what the server judges and keeps.
//
//   newGame({rules, players: [{name, bot}], id, began})  begin a game
//   restored(value)         a stored game, or null if this release cannot go on with it: its turns are played again
//   turnNow(game)           {seat, bot, dice, rolls, left, fills}; null when the game is over. `dice`: null before the first
//                           roll; `left`: rolls that may follow; `fills`: the boxes that the dice may fill,
//                           [{column, category, points, bonus, joker}], none before the first roll
//   roll(game, holds, die)  throw again all but the dice at the positions `holds` (none in a first roll); `die(faces)`: a face
//   score(game, {column, category})  fill a box with the dice, and begin the next turn
//   card(game, seat)        {entries, bonuses}, for `rulesOf(game).column` and `.total`
//   result(game)            {over, totals, places, winner}; `winner`: the seat that won with one box, or -1
//   seatedAgain(game, places)  the players for another game
//   toUpload(game)          what is sent to the server when the game is over

import { emptyDraft, fullDice } from "../real_dice/draft.js";
import { actingSeat, add, cardOf, isOver, mostRolls, newGame as newCard, Refused, standing, turnFrom, upload, VERSION } from "../real_dice/game.js";
import { Rules } from "../real_dice/rules.js";

export { Refused } from "../real_dice/game.js";

const made = new WeakMap();

/** Return the rules of a game. */
export function rulesOf({ rules }) {
  if (!made.has(rules)) made.set(rules, new Rules(rules));
  return made.get(rules);
}

export function newGame({ rules, players, id, began }) {
  const names = players.map(({ name }) => name);
  return { ...newCard(rules, names, { id, began, kind: "rolls" }), bots: players.map(({ bot }) => bot ?? null) };
}

export function card(game, seat) {
  return cardOf(game, rulesOf(game), seat);
}

/** Return the rolls of the turn that runs; none before the first. */
function rollsMade({ draft }) {
  return fullDice(draft) ? draft.rolls : [];
}

/** Return {seat, rolls, dice, left} of the turn that runs; null when the game is over. */
function running(game) {
  const rules = rulesOf(game);
  if (isOver(game, rules)) return null;
  const seat = actingSeat(game, rules);
  const rolls = rollsMade(game);
  return { seat, rolls, dice: rolls.at(-1)?.dice ?? null, left: mostRolls(game, rules, seat) - rolls.length };
}

export function turnNow(game) {
  const now = running(game);
  if (!now) return null;
  const fills = now.dice ? rulesOf(game).fills(card(game, now.seat), now.dice, now.rolls.length) : [];
  return { ...now, bot: game.bots[now.seat], fills };
}

function isHold(hold, count) {
  return Array.isArray(hold) && new Set(hold).size === hold.length && hold.every((at) => Number.isInteger(at) && at >= 0 && at < count);
}

export function roll(game, holds, die) {
  const now = running(game);
  if (!now) throw new Refused("over");
  if (now.left < 1) throw new Refused("no_rolls");
  const { dice: count, faces } = game.rules.sheet;
  if (!isHold(holds, now.dice ? count : 0)) throw new Refused("bad_hold");
  const hold = [...holds].sort((a, b) => a - b);
  const dice = Array.from({ length: count }, (_, at) => (hold.includes(at) ? now.dice[at] : die(faces)));
  return { ...game, draft: { ...emptyDraft("rolls", count), rolls: [...now.rolls, { dice, hold }] } };
}

export function score(game, { column, category }) {
  const now = running(game);
  if (!now) throw new Refused("over");
  if (!now.dice) throw new Refused("no_dice");
  const rules = rulesOf(game);
  return add(game, rules, turnFrom(game.draft, now.seat, { column, category }, rules));
}

export function result(game) {
  const rules = rulesOf(game);
  return { over: isOver(game, rules), ...standing(game, rules) };
}

/** Return what is sent to the server to keep: the card, and who were bots. */
export function toUpload(game) {
  return { ...upload(game), bots: game.bots };
}

/** Return the players for the same game once more, the winner last: [{name, bot}]. `places`: of the result. */
export function seatedAgain({ names, bots }, places) {
  const players = names.map((name, seat) => ({ name, bot: bots[seat], place: places[seat] }));
  // Who lost begins: later turns know what there is to beat. Equal ones stay in their order.
  return players.sort((a, b) => b.place - a.place).map(({ name, bot }) => ({ name, bot }));
}

/** Throw the dice of these rolls once more, each as it is written. */
function rolledAgain(game, rolls) {
  return rolls.reduce((before, { dice, hold }) => {
    const free = dice.filter((_, at) => !hold.includes(at));
    const now = roll(before, hold, () => free.shift());
    if (rollsMade(now).at(-1).dice.join() !== dice.join()) throw new Refused("bad_hold");
    return now;
  }, game);
}

export function restored(value) {
  try {
    const { version, id, began, rules, names, bots, turns, over = null } = value;
    if (version !== VERSION || names.length !== bots.length) return null;
    const empty = newGame({ rules, players: names.map((name, seat) => ({ name, bot: bots[seat] })), id, began });
    const played = turns.reduce((game, turn) => score(rolledAgain(game, turn.rolls), turn), empty);
    return { ...rolledAgain(played, rollsMade(value)), over };
  } catch {
    return null; // whatever is stored is no game
  }
}
