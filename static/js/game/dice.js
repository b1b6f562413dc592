// The dice on the table. They keep their order; a held die moves down onto the rail.

import { mayAct, toggleHold } from "../room/commands.js";
import { actingSeat, held, myTurn, sheet, view } from "../room/state.js";
import { Die } from "../ui/die.js";
import { html } from "../ui/html.js";
import { motion } from "./dice-motion.js";

/** Return the dice of this turn, else the last turn's, else blank ones. */
function shownDice() {
  const turn = view.value.seats[actingSeat.value]?.turn;
  if (turn?.dice) return { dice: turn.dice, stale: false };
  return { dice: view.value.last?.dice ?? Array(sheet.value.dice).fill(null), stale: true };
}

export function Dice() {
  const { dice, stale } = shownDice();
  const { kind, held: still } = motion.value;
  const onTable = kind === "rest" ? held.value : still;
  const mine = myTurn.value && view.value.seats[actingSeat.value].may_roll && !stale;
  return html`
    <div class="dice" role="group" aria-label="Dice">
      <span class="rail" aria-hidden="true"></span>
      ${dice.map((face, position) => {
        const isHeld = onTable.includes(position);
        return html`<${Die}
          key=${position}
          position=${position}
          face=${face}
          held=${isHeld}
          moving=${kind === "rest" || isHeld ? "" : kind}
          stale=${stale && kind === "rest"}
          onToggle=${mine && mayAct() ? () => toggleHold(position) : mine ? () => {} : null}
        />`;
      })}
    </div>
  `;
}
