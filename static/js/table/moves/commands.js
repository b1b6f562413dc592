// The player's commands. Each function sends one; the result arrives as an ordinary update.

import { batch } from "@preact/signals";

import { page } from "../../net/page-data.js";
import { NOTHING } from "../../scorecard/choice.js";
import { atRest, tumble } from "../state/dice-motion.js";
import { isReadable } from "../state/roll-guard.js";
import { isRounds, isShown } from "../state/round-state.js";
import { needsPassing } from "../state/passing.js";
import { choice, forMySeat, held, leaving, moment, mySeat, myTurn, pending, picks, problem, room, sheet, view } from "../state/state.js";

const SELECT_MS = 220; // the server takes five a second
const DROPPABLE = new Set(["chat", "react"]); // not sent again after the server refused them as too many

let connection = null;
let selectTimer = 0;

/** Set the connection that commands are sent on. */
export function setConnection(open) {
  connection = open;
}

/** Commands by which I agree to the game that I see: the host may be changing it just now. */
const AGREEING = new Set(["sit", "ready", "rematch"]);

/** Send a command of the room or the game, such as {type: "start"}. */
export function ask(command) {
  problem.value = null;
  // During an update a server of the version before knows no `terms`.
  const { terms } = room.value ?? {};
  const seen = AGREEING.has(command.type) && terms !== undefined ? { terms } : {};
  return connection.send({ ...command, ...seen }, { droppable: DROPPABLE.has(command.type) });
}

/** Ask for the missing events after `seq`. */
export function sync(game, seq) {
  connection.cast(game ? { type: "sync", game, seq } : { type: "sync" });
}

function mine() {
  return myTurn.value && view.value.status === "playing" ? view.value.seats[mySeat.value] : null;
}

/** Return whether I may act: it is my turn, no command is unanswered, and the dice are at rest. */
export function mayAct() {
  return mine() !== null && pending.value === null && atRest.value;
}

/** Return whether I may act, and no box is about to be scored. */
function mayUseDice() {
  return mayAct() && choice.value.until === null && !needsPassing.value;
}

/** Return whether I may roll. With all dice held there is nothing to roll. */
export function mayRoll() {
  return mayUseDice() && isReadable.value && !isShown.value && mine().may_roll && held.value.length < sheet.value.dice;
}

/** Return whether I may hold and release dice. */
function mayHold() {
  return mayUseDice() && Boolean(mine().turn.dice) && mine().may_roll;
}

/** Roll the dice that are not held; return whether I may. */
export function roll() {
  if (!mayRoll()) return false;
  const { number, roll: made } = mine().turn;
  const kept = made === 0 ? [] : [...held.value];
  const id = ask(forMySeat({ type: "roll", game: view.value.game, turn: number, roll: made, hold: kept }));
  batch(() => {
    pending.value = { id, type: "roll" };
    choice.value = NOTHING;
    tumble(kept);
  });
  return true;
}

/** Hold the dice at `positions` and no others; return whether I may. */
export function hold(positions) {
  if (!mayHold()) return false;
  picks.value = { moment: moment.value, hold: [...positions].sort((a, b) => a - b) };
  clearTimeout(selectTimer);
  // In rounds nobody sees my dice.
  if (!isRounds.value) selectTimer = setTimeout(showPicks, SELECT_MS);
  return true;
}

/** Hold or release the die at `position`; return whether I may. */
export function toggleHold(position) {
  const now = held.value;
  return hold(now.includes(position) ? now.filter((each) => each !== position) : [...now, position]);
}

function showPicks() {
  const seat = mine();
  if (!seat || picks.value?.moment !== moment.value) return;
  const { game } = view.value;
  connection.cast(forMySeat({ type: "select", game, turn: seat.turn.number, hold: picks.value.hold }));
}

/** Whether games here have no hints: where players are compared with others. */
export function hasNoHints() {
  return room.value.rated || Boolean(room.value.tournament) || Boolean(view.value.share);
}

/** Return whether I may ask for a hint: not before the first roll. */
export function mayHint() {
  return mayAct() && Boolean(mine().turn.dice) && !hasNoHints();
}

/** Ask for a hint; return whether I may. */
export function askHint() {
  if (!mayHint()) return false;
  const { number, roll: made } = mine().turn;
  // The coach of a first game says why.
  const explain = Boolean(page.lesson) || undefined;
  ask(forMySeat({ type: "hint", game: view.value.game, turn: number, roll: made, explain }));
  return true;
}

/** Score the dice on the table in the box of `option`, an entry of the seat's `options`. */
export function score(option) {
  if (!mayAct()) return;
  const { number, roll: made } = mine().turn;
  const { category, column } = option;
  const { game } = view.value;
  const id = ask(forMySeat({ type: "score", game, turn: number, roll: made, category, column }));
  batch(() => {
    pending.value = { id, type: "score", option };
    choice.value = NOTHING;
  });
}

export function resign() {
  ask(forMySeat({ type: "resign", game: view.value.game }));
}

/** Leave my seat, between games. */
export function leave() {
  leaving.value = true;
  ask({ type: "stand" });
}

export function comeBack() {
  ask(forMySeat({ type: "back", game: view.value.game }));
}

export function autoPlay(seat) {
  ask({ type: "play_on", game: view.value.game, seat });
}
