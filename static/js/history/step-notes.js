// What there is to say of the rolls and choices of one step of a game: luck, grade, what was best.

import { boardAddress } from "../board/position.js";
import { choiceWords, gradeWord, lossWord, signedPoints } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { html } from "../ui/html.js";

const LUCK_SHOWN = 0.05;

/** By how many points a roll was better than the average one. */
export function Luck({ roll }) {
  if (!roll) return null;
  const side = roll.luck >= LUCK_SHOWN ? "more" : roll.luck <= -LUCK_SHOWN ? "less" : "";
  return html`<span class=${`luck number ${side}`}><span class="visually-hidden">luck </span>${signedPoints(roll.luck)}</span>`;
}

const BY = { bot: "by a bot", server: "by the clock" };

/** What a choice was worth, what would have been best, and the way to the board. */
export function MoveNote({ move, sheet, board }) {
  if (!move) return null;
  const { grade, best, choice, loss, by } = move;
  const keeps = choice.box === null; // a box that was filled stands in the line above
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

/** The same for a screen reader that is told of a step. */
export function moveTold(move, sheet) {
  const { grade, best, loss } = move;
  if (grade === "best") return "The best choice.";
  return `${gradeWord(grade)}: ${loss.toFixed(loss < 0.095 ? 2 : 1)} points lost, the best was to ${choiceWords(best, sheet)}.`;
}
