// A game with real dice: its turns, and what may be done with them. Pure; nothing changes an object that it was given.
//
// A game is {version, id, began, rules, names, turns, seat, kind, draft, editing, over}. `rules`: data for `Rules`. A turn is
// {seat, kind, column, category, points, bonus, joker, rolls, roll, was}: see draft.js for `kind` and `rolls`; `roll` is the
// number of the last roll; `was`: what it said before it was corrected, oldest first. `seat`: who enters next, if somebody
// was chosen. `editing`: the index of the turn that is being corrected, or null.

import { emptyCard } from "./rules.js";
import { draftOf, emptyDraft, rollNumber } from "./draft.js";

export const VERSION = 1;
export const MOST_PLAYERS = 8;
const MOST_CORRECTIONS = 20; // of a turn; more would only make the file long

/** Why something cannot be entered: a `code`, and the `turn` that it would contradict. */
export class Refused extends Error {
  constructor(code, turn = null) {
    super(code);
    this.code = code;
    this.turn = turn;
  }
}

export function newGame(data, names, { id, began, kind = "dice" }) {
  const count = data.sheet.dice;
  return { version: VERSION, id, began, rules: data, names, turns: [], seat: null, kind, draft: emptyDraft(kind, count), editing: null, over: null };
}

export function turnsOf(game, seat) {
  return game.turns.filter((turn) => turn.seat === seat);
}

/** Return the card of a seat, after all its turns or those before the one with the index `until`. */
export function cardOf(game, rules, seat, until = Infinity) {
  return rules.apply(emptyCard(rules), ...game.turns.filter((turn, at) => turn.seat === seat && at < until));
}

/** Return the seat that has won the game with one box, or -1. */
export function wonBy(game, rules) {
  return game.turns.find((turn) => rules.wins(turn))?.seat ?? -1;
}

export function isOver(game, rules) {
  return game.turns.length === game.names.length * rules.boxes.length || wonBy(game, rules) >= 0;
}

/** Return the most rolls of the turn that is entered: some rules save unused ones. A turn without all rolls may have used one. */
export function mostRolls(game, rules, seat, until = Infinity) {
  if (!rules.data.saves_rolls) return rules.lastRoll;
  const used = game.turns.filter((turn, at) => turn.seat === seat && at < until).map(({ kind, roll }) => (kind === "rolls" ? roll : 1));
  return used.reduce((left, roll) => left + rules.lastRoll - roll, rules.lastRoll);
}

/** Return who enters next: the player who was chosen, else the one who has had the fewest turns. */
export function actingSeat(game, rules) {
  const counts = game.names.map((_, seat) => turnsOf(game, seat).length);
  if (game.seat !== null && counts[game.seat] < rules.boxes.length) return game.seat;
  return counts.indexOf(Math.min(...counts));
}

/** Return the place of each seat; equal totals share one. `winner`: the seat that won with one box, or -1. */
export function places(totals, winner = -1) {
  const isAhead = (other, mine) => (other === winner) !== (mine === winner) ? other === winner : totals[other] > totals[mine];
  const seats = totals.map((_, seat) => seat);
  return seats.map((mine) => 1 + seats.filter((other) => isAhead(other, mine)).length);
}

/** Return {totals, places, winner}: `winner` is the seat that won with one box, or -1. */
export function standing(game, rules) {
  const totals = game.names.map((_, seat) => rules.total(cardOf(game, rules, seat)));
  const winner = wonBy(game, rules);
  return { totals, places: places(totals, winner), winner };
}

/** Return what is kept of a game that is over: the result, and the game without what only further turns need. */
export function resultOf(game, rules) {
  const { id, over, names, rules: data } = game;
  const { totals, places: place } = standing(game, rules);
  return { id, over, name: data.name, names, totals, places: place, game: slim(game), verdict: null, kept: null };
}

function slim({ rules: { points, jokers, tables, ...data }, draft, ...rest }) {
  return { ...rest, draft: null, rules: data };
}

/** Return the turn as it scores on this card. Throws Refused. */
function judged(rules, card, turn) {
  const { column, category } = turn;
  if (card.entries[rules.index(turn)] !== null) throw new Refused("filled");
  if (turn.kind === "points") {
    const fits = rules.possible(card, turn).some(({ points, bonus }) => points === turn.points && bonus === turn.bonus);
    if (!fits) throw new Refused("impossible");
    return { ...turn, joker: false };
  }
  const found = rules.fills(card, turn.rolls.at(-1).dice, turn.roll).find((fill) => fill.column === column && fill.category === category);
  if (!found) throw new Refused("not_allowed");
  return { ...turn, points: found.points, bonus: found.bonus, joker: found.joker };
}

/** Return the turn that a draft makes in a box. `points` and `bonus` only count for points without dice. */
export function turnFrom(draft, seat, { column, category, points = 0, bonus = 0 }, rules) {
  const { kind, rolls } = draft;
  return { seat, kind, column, category, points, bonus, joker: false, rolls, roll: rollNumber(draft, rules.lastRoll), was: [] };
}

/** Add a turn, and begin the next one. Throws Refused. */
export function add(game, rules, turn) {
  const added = judged(rules, cardOf(game, rules, turn.seat), turn);
  return { ...game, turns: [...game.turns, added], seat: null, draft: emptyDraft(game.kind, rules.data.sheet.dice) };
}

/** Take the last turn back; its dice are in the draft again. */
export function undo(game, rules) {
  const last = game.turns.at(-1);
  if (!last) return game;
  return { ...game, turns: game.turns.slice(0, -1), seat: last.seat, kind: last.kind, draft: draftOf(last, rules.data.sheet.dice), editing: null, over: null };
}

/** Begin to correct the turn at an index. */
export function edit(game, rules, at) {
  return { ...game, editing: at, draft: draftOf(game.turns[at], rules.data.sheet.dice) };
}

export function stopEditing(game, rules) {
  return { ...game, editing: null, draft: emptyDraft(game.kind, rules.data.sheet.dice) };
}

function isSame(a, b) {
  return a.column === b.column && a.category === b.category;
}

function said({ column, category, points, bonus }) {
  return { column, category, points, bonus };
}

/** Return the turn with what it said before, if it says something else now. */
function traced(before, now) {
  const isChanged = !isSame(before, now) || before.points !== now.points || before.bonus !== now.bonus;
  return { ...now, was: isChanged ? [...before.was, said(before)].slice(-MOST_CORRECTIONS) : before.was };
}

/**
 * Replace the turn at an index. If another turn has filled its new box, the two exchange their boxes. All turns of the
 * player are scored again, because bonuses and jokers depend on the earlier ones. Throws Refused.
 */
export function correct(game, rules, at, turn) {
  const old = game.turns[at];
  const rival = game.turns.findIndex((each, index) => index !== at && each.seat === old.seat && isSame(each, turn));
  if (rival >= 0 && (game.turns[rival].kind === "points" || turn.kind === "points")) throw new Refused("filled");
  const changed = game.turns.map((each, index) => {
    if (index === at) return turn;
    return index === rival ? { ...each, column: old.column, category: old.category } : each;
  });
  let card = emptyCard(rules);
  const turns = changed.map((each, index) => {
    if (each.seat !== old.seat) return each;
    const now = judgedAgain(rules, card, each, index, at);
    if (each.kind === "rolls" && each.roll > mostRolls({ turns: changed }, rules, old.seat, index)) throw new Refused("contradicts", index);
    card = rules.apply(card, now);
    return traced(game.turns[index], now);
  });
  return stopEditing({ ...game, turns }, rules);
}

function judgedAgain(rules, card, turn, index, at) {
  try {
    return judged(rules, card, turn);
  } catch (problem) {
    if (problem instanceof Refused && index !== at) throw new Refused("contradicts", index);
    throw problem;
  }
}

/** Return what is sent to the server. */
export function upload({ rules, names, turns }) {
  const { id, switches } = rules;
  return {
    rules: id,
    switches,
    names,
    turns: turns.map(({ seat, kind, column, category, points, bonus, rolls, roll, was }) => ({ seat, kind, column, category, points, bonus, rolls, roll, was })),
  };
}
