// Notes on the rolls and choices of a step: luck, grade, the best choice.

import { boardAddress } from "../board/position.js";
import { choiceWords, gradeWord, lossWord, signedPoints } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { html } from "../ui/html.js";

const LUCK_SHOWN = 0.05;

/** How many points better than average a roll was. */
export function Luck({ roll }) {
  if (!roll) return null;
  const side = roll.luck >= LUCK_SHOWN ? "more" : roll.luck <= -LUCK_SHOWN ? "less" : "";
  return html`<span class=${`luck number ${side}`}><span class="visually-hidden">luck </span>${signedPoints(roll.luck)}</span>`;
}

const BY = { bot: "by a bot", server: "out of time" };

/** The grade of a choice, the best choice, and a link to the analysis board. */
export function MoveNote({ move, sheet, board }) {
  if (!move) return null;
  const { grade, best, choice, loss, by } = move;
  const keeps = choice.box === null; // the line above names a filled box
  return html`
    <p class="move-note">
      <${GradeBadge} grade=${grade}>${gradeWord(grade)}${loss >= 0.005 && html` <span class="number">${lossWord(loss)}</span>`}<//>
      ${(keeps || grade !== "best" || BY[by]) &&
      html`<span>
        ${keeps && html`<${Choice} choice=${choice} sheet=${sheet} done />`}${BY[by] && html` <small class="muted">(${BY[by]})</small>`}${grade !== "best" &&
        html`${keeps && "; "}best: <${Choice} choice=${best} sheet=${sheet} />`}
      </span>`}
      <a class="small-text" href=${boardAddress(board, move.position)}
        >All choices<span class="visually-hidden"> of turn ${move.turn} after roll ${move.roll}</span></a
      >
    </p>
  `;
}

/** Return the note for screen readers. */
export function spokenMove(move, sheet) {
  const { grade, best, loss } = move;
  if (grade === "best") return "Best choice.";
  return `${gradeWord(grade)}: ${loss.toFixed(loss < 0.095 ? 2 : 1)} points lost. Best: ${choiceWords(best, sheet)}.`;
}
