// A field of dice: a canvas that shows them, and a button or a name for each. They keep their columns.

import { useLayoutEffect, useRef } from "preact/hooks";

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { Die } from "./die.js";
import { DiceStage } from "./stage.js";

/** Keep a drawing of `state` in the element of the returned reference. */
function useStage(state) {
  const field = useRef(null);
  const stage = useRef(null);
  useLayoutEffect(() => {
    stage.current = new DiceStage(field.current);
    return () => stage.current.close();
  }, []);
  useLayoutEffect(() => stage.current.show(state));
  return field;
}

/**
 * `state`: what `DiceScene.show` takes; `hinted`: the positions that a hint keeps. With `onToggle(position)` the dice are
 * buttons that hold and release them.
 */
export function DiceCanvas({ state, hinted = [], onToggle }) {
  const field = useStage({ ...state, hinted });
  const { faces, held, motion } = state;
  const rolling = motion.kind === "tumbling" || motion.kind === "lost";
  return html`
    <div class="dice" role="group" aria-label=${gettext("Dice")} style=${{ "--die-count": faces.length }} ref=${field}>
      <span class="rail" aria-hidden="true"></span>
      ${faces.map((face, position) => {
        const isHeld = held.includes(position);
        return html`<${Die}
          key=${position}
          position=${position}
          column=${position - (faces.length - 1) / 2}
          face=${face}
          held=${isHeld}
          moving=${rolling && !isHeld}
          hinted=${hinted.includes(position)}
          onToggle=${onToggle && (() => onToggle(position))}
        />`;
      })}
    </div>
  `;
}
