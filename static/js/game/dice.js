// The dice on the table: a canvas that shows them, and a button for each. They keep their columns.

import { useLayoutEffect, useRef } from "preact/hooks";

import { gettext } from "../language/language.js";
import { mayAct, toggleHold } from "../room/commands.js";
import { actingSeat, held, mySeat, myTurn, sheet, view } from "../room/state.js";
import { motion as level } from "../settings/settings.js";
import { Die } from "../ui/die.js";
import { html } from "../ui/html.js";
import { motion } from "./dice-motion.js";
import { DiceScene } from "./dice-scene.js";

/** Return where the acting player's hand is: null for mine; for others' from -1 (left) to 1 (right). */
function sideOf(seat) {
  if (seat === mySeat.value) return null;
  const { seats } = view.value;
  const others = seats.filter((each) => each.seat !== mySeat.value).length;
  if (others < 2) return 0;
  const me = mySeat.value ?? -1;
  const order = (seat - me - 1 + seats.length) % seats.length;
  return (order / (others - 1)) * 2 - 1;
}

function sceneState() {
  const seat = view.value.seats[actingSeat.value];
  const name = `${view.value.game}/${seat?.seat}/${seat?.turn.number}`;
  const { kind, held: still } = motion.value;
  return {
    faces: seat?.turn.dice ?? Array(sheet.value.dice).fill(null),
    held: kind === "rest" ? held.value : still,
    roll: `${name}/${seat?.turn.roll}`,
    next: `${name}/${(seat?.turn.roll ?? 0) + 1}`,
    mine: myTurn.value,
    side: sideOf(actingSeat.value),
    motion: motion.value,
    level: level.value,
  };
}

/** Keep a drawing of `state` on the canvas in the element of the returned reference. */
function useScene(state) {
  const field = useRef(null);
  const scene = useRef(null);
  useLayoutEffect(() => {
    scene.current = new DiceScene(field.current);
    return () => scene.current.close();
  }, []);
  useLayoutEffect(() => scene.current.show(state));
  return field;
}

export function Dice() {
  const state = sceneState();
  const field = useScene(state);
  const { kind } = state.motion;
  const seat = view.value.seats[actingSeat.value];
  const mine = myTurn.value && seat.may_roll && seat.turn.dice;
  const toggle = (position) => mayAct() && toggleHold(position);
  return html`
    <div class="dice" role="group" aria-label=${gettext("Dice")} style=${{ "--die-count": state.faces.length }} ref=${field}>
      <span class="rail" aria-hidden="true"></span>
      ${state.faces.map((face, position) => {
        const isHeld = state.held.includes(position);
        return html`<${Die}
          key=${position}
          position=${position}
          column=${position - (state.faces.length - 1) / 2}
          face=${face}
          held=${isHeld}
          moving=${!isHeld && (kind === "tumbling" || kind === "lost")}
          onToggle=${mine ? () => toggle(position) : null}
        />`;
      })}
      <canvas aria-hidden="true"></canvas>
    </div>
  `;
}
