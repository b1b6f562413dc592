// The player's commands. Each function sends one; the result arrives as an ordinary update.

import { batch } from "@preact/signals";

import { atRest, motion, tumble } from "../game/dice-motion.js";
import { chosen, held, leaving, moment, mySeat, myTurn, pending, picks, problem, room, sheet, view } from "./state.js";

const SELECT_MS = 220; // the server takes five a second

let connection = null;
let selectTimer = 0;

/** Set the connection that commands are sent on. */
export function setConnection(open) {
  connection = open;
}

/** Send a command of the room or the game, such as {type: "start"}. */
export function ask(command) {
  problem.value = null;
  return connection.send(command);
}

/** Ask for the missing events after `seq`. */
export function sync(game, seq) {
  connection.cast(game ? { type: "sync", game, seq } : { type: "sync" });
}

function mine() {
  return myTurn.value && view.value.status === "playing" ? view.value.seats[mySeat.value] : null;
}

/** Return whether I may act: it is my turn, no command is unanswered, and the dice do not tumble. */
export function mayAct() {
  return mine() !== null && pending.value === null && motion.value.kind !== "tumbling";
}

/** Return whether I may roll. With all dice held there is nothing to roll. */
export function mayRoll() {
  return mayAct() && mine().may_roll && held.value.length < sheet.value.dice;
}

export function roll() {
  if (!mayRoll()) return;
  const { number, roll: made } = mine().turn;
  const hold = made === 0 ? [] : [...held.value];
  const id = ask({ type: "roll", game: view.value.game, turn: number, roll: made, hold });
  batch(() => {
    pending.value = { id, type: "roll" };
    chosen.value = null;
    tumble(hold);
  });
}

/** Hold or release the die at `position`. */
export function toggleHold(position) {
  if (!mayAct() || !mine().turn.dice || !mine().may_roll) return;
  const now = held.value;
  const hold = now.includes(position) ? now.filter((each) => each !== position) : [...now, position];
  picks.value = { moment: moment.value, hold: hold.sort((a, b) => a - b) };
  clearTimeout(selectTimer);
  selectTimer = setTimeout(showPicks, SELECT_MS);
}

function showPicks() {
  const seat = mine();
  if (!seat || picks.value?.moment !== moment.value) return;
  const { game } = view.value;
  connection.cast({ type: "select", game, turn: seat.turn.number, hold: picks.value.hold });
}

/** Return whether I may ask for a hint: not in a rated game, and not before the first roll. */
export function mayHint() {
  return mayAct() && atRest.value && Boolean(mine().turn.dice) && !room.value.rated;
}

export function askHint() {
  if (!mayHint()) return;
  const { number, roll: made } = mine().turn;
  ask({ type: "hint", game: view.value.game, turn: number, roll: made });
}

/** Score the dice on the table in the box of `option`, an entry of the seat's `options`. */
export function score(option) {
  if (!mayAct()) return;
  const { number, roll: made } = mine().turn;
  const { category, column } = option;
  const { game } = view.value;
  const id = ask({ type: "score", game, turn: number, roll: made, category, column });
  batch(() => {
    pending.value = { id, type: "score", option };
    chosen.value = null;
  });
}

export function resign() {
  ask({ type: "resign", game: view.value.game });
}

/** Leave my seat, between games. */
export function leave() {
  leaving.value = true;
  ask({ type: "stand" });
}

export function comeBack() {
  ask({ type: "back", game: view.value.game });
}

export function autoPlay(seat) {
  ask({ type: "play_on", game: view.value.game, seat });
}
