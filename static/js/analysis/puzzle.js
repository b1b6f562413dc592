// One puzzle: the dice and card of a choice. Hold dice and roll, or pick a box, and see how good it was.

import { useEffect, useRef, useState } from "preact/hooks";

import { DiceCanvas } from "../dice/canvas.js";
import { gettext, interpolate } from "../language/language.js";
import { motion } from "../settings/settings.js";
import { capitalize, choiceWords, gradeWord, lossSize, lossWord, pastChoiceWords, sameChoice } from "../ui/choice-text.js";
import { Choice, GradeBadge } from "../ui/choice.js";
import { worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { boardAddress, readPosition } from "./board/position.js";

const AT_REST = { kind: "rest", held: [] };
const MAX_SHOWN = 6;
const KEY = /^[1-9]$/;

/** Return the values of all choices in a position; null while they load, "failed" on an error. */
function useValues(address, text) {
  const [values, setValues] = useState(null);
  useEffect(() => {
    fetch(`${address}?text=${encodeURIComponent(text)}`)
      .then((answer) => (answer.ok ? answer.json() : "failed"), () => "failed")
      .then(setValues);
  }, [text]);
  return values;
}

/** Keys 1, 2, ... hold or release a die, R rolls. */
function useKeys(act) {
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => {
    const press = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest("input, textarea, select")) return;
      if (KEY.test(event.key)) newest.current.hold(Number(event.key) - 1);
      else if (event.key === "r" || event.key === "R") newest.current.roll();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** The card: filled boxes, and a button in each open box. */
function Card({ sheet, position, boxes, pick }) {
  const order = sheet.sections.flatMap(({ categories }) => categories);
  const cell = (category, row, column) => {
    const written = position.columns[column][row];
    if (written !== null) return html`<span class="puzzle-written">${worth(sheet, column, written)}</span>`;
    const option = boxes.find(({ box }) => box.category === category.id && box.column === column);
    if (!option) return html`<span class="visually-hidden">${gettext("open")}</span>`;
    const { points, bonus } = option.box;
    const label = capitalize(choiceWords(option, sheet));
    return html`
      <button type="button" class="puzzle-box" aria-label=${label} disabled=${!pick} onClick=${() => pick(option)}>
        ${worth(sheet, column, points)}${bonus > 0 && html`<small>+${worth(sheet, column, bonus)}</small>`}
      </button>
    `;
  };
  return html`
    <table class="puzzle-card">
      <caption class="visually-hidden">${gettext("Scorecard")}</caption>
      ${sheet.columns.length > 1 &&
      html`<thead><tr><td></td>${sheet.columns.map((times) => html`<th scope="col">×${times}</th>`)}</tr></thead>`}
      <tbody>
        ${order.map(
          (category, row) => html`
            <tr>
              <th scope="row" title=${gettext(category.hint)}>${gettext(category.name)}</th>
              ${sheet.columns.map((_, column) => html`<td class="number">${cell(category, row, column)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}

function Verdict({ option, grade, move, values, sheet, board, last, next }) {
  const button = useRef(null);
  useEffect(() => button.current.focus(), []);
  return html`
    <section class=${`puzzle-verdict verdict-${grade}`} aria-label=${gettext("Answer")}>
      <p class="puzzle-said">
        <${GradeBadge} grade=${grade}>${gradeWord(grade)}<//>
        <span>${verdictWords(option, values, sheet)}</span>
      </p>
      <p class="muted">${interpolate(gettext("In the game: %(choice)s (%(loss)s)."), { choice: pastChoiceWords(move.choice, sheet), loss: lossWord(move.loss) })}</p>
      <ol class="worths">
        ${values.options.slice(0, MAX_SHOWN).map(
          (each) => html`
            <li class=${sameChoice(each, option) ? "worth mine" : "worth"}>
              <span>${sameChoice(each, option) && html`<span class="visually-hidden">${gettext("Yours:")} </span>`}<${Choice} choice=${each} sheet=${sheet} /></span>
              <span class="number">${lossWord(each.loss)}</span>
            </li>
          `,
        )}
      </ol>
      <p class="cluster">
        <button type="button" class="button" ref=${button} onClick=${next}>${last ? gettext("Finish") : gettext("Next")}</button>
        <a href=${boardAddress(board, move.position)}>${gettext("All choices on the board")}</a>
      </p>
    </section>
  `;
}

function verdictWords(option, values, sheet) {
  const best = values.options[0];
  if (option.loss < 0.005) return `${gettext("Best choice")}.`;
  return interpolate(gettext("%(loss)s points less than the best: %(choice)s."), { loss: lossSize(option.loss), choice: choiceWords(best, sheet) });
}

function Dice({ dice, held, toggle }) {
  const text = dice.join("");
  const state = { faces: dice, held, roll: text, next: text, mine: true, side: null, motion: AT_REST, level: motion.value };
  return html`<div class="felt puzzle-felt"><${DiceCanvas} state=${state} onToggle=${toggle} /></div>`;
}

function rollWords(held, sheet) {
  if (held.length === sheet.dice) return gettext("Release a die to roll");
  return held.length === 0 ? gettext("Roll all") : interpolate(gettext("Keep %(kept)s, roll %(rest)s"), { kept: held.length, rest: sheet.dice - held.length });
}

function Task({ rolls, sheet, held, mayRoll, roll }) {
  if (rolls === sheet.rolls) return html`<p>${gettext("No rolls left. Pick a box.")}</p>`;
  return html`
    <p>${gettext("Hold dice and roll the rest, or score a box.")}</p>
    <button type="button" class="button large block" disabled=${!mayRoll || held.length === sheet.dice} onClick=${roll} aria-keyshortcuts="r">
      ${rollWords(held, sheet)}
    </button>
  `;
}

/**
 * `move`: a choice from the analysis; `answered(option)` takes the answer and returns its grade;
 * `announce(text)` informs screen readers; `next()` shows the next puzzle.
 */
export function Puzzle({ move, number, count, sheet, exact, pages, answered, announce, next }) {
  const position = readPosition(move.position);
  const values = useValues(pages.positions, move.position);
  const [held, setHeld] = useState([]);
  const [done, setDone] = useState(null); // {option, grade}
  const heading = useRef(null);
  useEffect(() => {
    if (number > 1) heading.current.focus();
  }, []);
  const options = values?.options ?? [];
  const open = done === null && options.length > 0;
  const mayRoll = open && position.rolls < sheet.rolls;

  const choose = (option) => {
    const grade = answered(option);
    setDone({ option, grade });
    announce(`${gradeWord(grade)}. ${verdictWords(option, values, sheet)}`);
  };
  const hold = (at) => {
    if (mayRoll && at < sheet.dice) setHeld((now) => (now.includes(at) ? now.filter((each) => each !== at) : [...now, at]));
  };
  const roll = () => {
    const keep = held.map((at) => position.dice[at]).sort();
    const option = options.find((each) => each.keep && each.keep.join() === keep.join());
    if (mayRoll && option) choose(option);
  };
  useKeys({ hold, roll });
  return html`
    <section class="puzzle" aria-labelledby="puzzle-title">
      <div class="spread">
        <h2 id="puzzle-title" tabindex="-1" ref=${heading}>${interpolate(gettext("Puzzle %(number)s of %(count)s"), { number, count })}</h2>
        <span class="muted">
          ${!exact && html`<span class="badge warn">${gettext("Estimated")}</span>${" "}`}
          ${interpolate(gettext("Turn %(turn)s, after roll %(roll)s of %(rolls)s; %(total)s points on the card"), { turn: move.turn, roll: position.rolls, rolls: sheet.rolls, total: move.total })}
        </span>
      </div>
      <div class="puzzle-parts">
        <div class="puzzle-left">
          <${Dice} dice=${position.dice} held=${held} toggle=${mayRoll ? hold : null} />
          ${values === "failed" && html`<p class="notice error" role="alert">${gettext("The values could not be loaded. Reload the page to try again.")}</p>`}
          ${done === null && html`<${Task} rolls=${position.rolls} sheet=${sheet} held=${held} mayRoll=${mayRoll} roll=${roll} />`}
          ${done !== null &&
          html`<${Verdict}
            option=${done.option}
            grade=${done.grade}
            move=${move}
            values=${values}
            sheet=${sheet}
            board=${pages.board}
            last=${number === count}
            next=${next}
          />`}
        </div>
        <${Card} sheet=${sheet} position=${position} boxes=${options.filter(({ box }) => box)} pick=${open ? choose : null} />
      </div>
    </section>
  `;
}
