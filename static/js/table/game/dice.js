// The dice on the table of a game.

import { DiceCanvas } from "../../dice/canvas.js";
import { motion as level } from "../../settings/settings.js";
import { html } from "../../ui/html.js";
import { reading } from "../../ui/reading.js";
import { mayAct, toggleHold } from "../moves/commands.js";
import { motion } from "../state/dice-motion.js";
import { actingSeat, held, mySeat, myTurn, sheet, view } from "../state/state.js";
import { hintedDice } from "./hint.js";

/** Return where the acting player's hand is: null for mine; for others' from -1 (left) to 1 (right), as their seats are. */
function sideOf(seat) {
  if (seat === mySeat.value) return null;
  const { seats } = view.value;
  const others = seats.filter((each) => each.seat !== mySeat.value).length;
  if (others < 2) return 0;
  const me = mySeat.value ?? -1;
  const order = (seat - me - 1 + seats.length) % seats.length;
  return ((order / (others - 1)) * 2 - 1) * reading();
}

function sceneState() {
  const seat = view.value.seats[actingSeat.value];
  const turn = `${view.value.game}/${seat?.seat}/${seat?.turn.number}`;
  const { kind, held: still } = motion.value;
  return {
    faces: seat?.turn.dice ?? Array(sheet.value.dice).fill(null),
    held: kind === "rest" ? held.value : still,
    roll: `${turn}/${seat?.turn.roll}`,
    next: `${turn}/${(seat?.turn.roll ?? 0) + 1}`,
    mine: myTurn.value,
    side: sideOf(actingSeat.value),
    motion: motion.value,
    level: level.value,
  };
}

export function Dice() {
  const seat = view.value.seats[actingSeat.value];
  const mine = myTurn.value && seat.may_roll && seat.turn.dice;
  const toggle = (position) => mayAct() && toggleHold(position);
  return html`<${DiceCanvas} state=${sceneState()} hinted=${hintedDice.value} onToggle=${mine ? toggle : null} />`;
}
