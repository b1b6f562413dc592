// Notes on the rolls and choices of a step: luck, grade, the best choice.

import { boardAddress } from "../analysis/board/position.js";
import { gettext, interpolate } from "../language/language.js";
import { choiceWords, gradeWord, lossSize, lossWord, signedPoints } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { html } from "../ui/html.js";

const LUCK_SHOWN = 0.05;

/** How many points better than average a roll was. */
export function Luck({ roll }) {
  if (!roll) return null;
  const side = roll.luck >= LUCK_SHOWN ? "more" : roll.luck <= -LUCK_SHOWN ? "less" : "";
  return html`<span class=${`luck number ${side}`}><span class="visually-hidden">${gettext("Luck")} </span>${signedPoints(roll.luck)}</span>`;
}

const BY = { bot: gettext("by a bot"), server: gettext("out of time") };

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
        html`${keeps && "; "}${gettext("best:")} <${Choice} choice=${best} sheet=${sheet} />`}
      </span>`}
      <a class="small-text" href=${boardAddress(board, move.position)}
        >${gettext("All choices")}</a
      >
    </p>
  `;
}

/** Return the note for screen readers. */
export function spokenMove(move, sheet) {
  const { grade, best, loss } = move;
  if (grade === "best") return `${gettext("Best choice")}.`;
  return interpolate(gettext("%(grade)s: %(loss)s points lost. Best: %(choice)s."), {
    grade: gradeWord(grade),
    loss: lossSize(loss),
    choice: choiceWords(best, sheet),
  });
}
