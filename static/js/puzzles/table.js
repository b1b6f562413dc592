// The table of a puzzle: dice and buttons, and the card, as in a game.

import { computed, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { DiceCanvas } from "../dice/canvas.js";
import { positionsOf } from "../dice/holds.js";
import { motion } from "../dice/motion.js";
import { gettext, interpolate, pgettext } from "../language/language.js";
import { Card } from "../scorecard/card.js";
import { cardSize, Scorecard } from "../scorecard/scorecard.js";
import { RollButton, Rolls, ScoreButton } from "../scorecard/turn-parts.js";
import { rollWords } from "../scorecard/turn-words.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { AnswerPanel } from "./answer-panel.js";
import { PracticeEnd } from "./practice-end.js";
import { answer, busy, chosen, data, endWords, goOn, held, mayMoveFocus, mayRoll, number, open, pace, pickBox, practice, problem, puzzle, roll, root, scoreChosen, sheet, streak, tellProblem, toggleHold } from "./state.js";
import { bestWords, question, task, verdict } from "./words.js";

function Dice() {
  const { dice, code } = puzzle.value;
  const best = answer.value?.choices[0].keep ?? [];
  const state = {
    faces: dice,
    held: held.value,
    roll: code,
    next: code,
    mine: true,
    side: null,
    motion: motion.value,
    level: pace.value,
  };
  const hinted = positionsOf(best, dice, held.value) ?? [];
  // Keep the buttons while the answer is on its way, so that they have the focus if it does not arrive.
  const onToggle = answer.value === null && puzzle.value.rolls < sheet.rolls ? toggleHold : null;
  return html`<${DiceCanvas} state=${state} hinted=${hinted} onToggle=${onToggle} />`;
}

function doing(found) {
  if (problem.value) return problem.value;
  if (!found) return task(puzzle.value, sheet);
  return bestWords(found, sheet);
}

/** Return a ref for the heading. It gets the focus with each new puzzle, because the pressed button is gone. */
function useHeading() {
  const heading = useRef(null);
  useEffect(() => {
    if (mayMoveFocus()) heading.current.focus({ preventScroll: true });
  }, [number.value]);
  return heading;
}

function Line() {
  const found = answer.value;
  const heading = useHeading();
  const mood = found ? (found.right ? "right" : "wrong") : "mine";
  return html`
    <header class=${`turn-line ${mood}`}>
      <h1 class="turn-title" tabindex="-1" ref=${heading}>${found && html`<${Icon} name=${found.right ? "check" : "close"} />`}${found ? verdict(found) : question(puzzle.value, sheet)}</h1>
      <${Rolls} made=${puzzle.value.rolls} rolls=${sheet.rolls} />
      <p class="turn-doing">${doing(found)}</p>
    </header>
  `;
}

function Score() {
  const option = chosen.value;
  if (!option) return html`<p class="score-slot">${gettext("Pick a box")}</p>`;
  return html`<${ScoreButton} sheet=${sheet} option=${option} enabled=${open.value} onClick=${scoreChosen} />`;
}

function Roll() {
  const enabled = mayRoll.value && held.value.length < sheet.dice;
  return html`<${RollButton} words=${rollWords(sheet.dice, held.value.length)} left=${sheet.rolls - puzzle.value.rolls} all=${sheet.rolls} enabled=${enabled} onClick=${roll} />`;
}

function Next({ found }) {
  const button = useRef(null);
  useEffect(() => button.current.focus({ preventScroll: true }), []);
  const words = data.streak && !found.right ? gettext("New streak") : gettext("Next puzzle");
  return html`
    <div class="actions single">
      <button type="button" class="button large" ref=${button} aria-keyshortcuts="n" onClick=${goOn}><span>${words}</span></button>
    </div>
  `;
}

function Actions() {
  if (answer.value) return html`<${Next} found=${answer.value} />`;
  const rolls = puzzle.value.rolls < sheet.rolls;
  return html`
    <div class=${rolls ? "actions" : "actions single"} aria-busy=${busy.value}>
      <${Score} />
      ${rolls && html`<${Roll} />`}
    </div>
  `;
}

/** Return a game view with one seat, for the scorecard. */
function viewOf({ card }) {
  const seat = { seat: 0, player: null, persona: null, name: gettext("You"), out: false, card };
  return { seats: [seat], acting: [0], last: null };
}

const card = new Card({
  sheet,
  first: 0,
  mine: signal(0),
  count: 1,
  view: computed(() => puzzle.value && viewOf(puzzle.value)),
  shown: signal([0]),
  options: computed(() => new Map((puzzle.value?.options ?? []).map((option) => [`${option.column}/${option.category}`, option]))),
  mayPick: computed(() => !answer.value),
  mayScore: open,
  chosen,
  pending: signal(null),
  hinted: computed(() => answer.value?.choices[0].box ?? null),
  onPick: pickBox,
  onProblem: tellProblem,
  switches: () => [],
  boxes: () => page.boxes,
});

/** The streak, or nothing in single puzzles. */
export function Streak() {
  const { run, best } = streak.value ?? { run: 0, best: 0 };
  return html`
    <p class=${run > 0 ? "puzzle-streak alight" : "puzzle-streak"} key=${run}>
      <${Icon} name="flame" /><b class="number">${run}</b><span class="visually-hidden">${pgettext("puzzles", "in a row")}</span>
      <span class="puzzle-best">${interpolate(gettext("best %(best)s"), { best })}</span>
    </p>
  `;
}

/** How many of a game's mistakes have come. */
export function Count() {
  const count = practice.puzzles.length;
  if (puzzle.value === null) return null;
  return html`<p class="puzzle-rating number">${interpolate(gettext("Puzzle %(number)s of %(count)s"), { number: number.value, count })}</p>`;
}

/** Return where there may be more puzzles. */
function elsewhere() {
  const { list, streak: streakPage } = root.dataset;
  const path = list.split("?")[0];
  const others = Object.entries(data.variants).filter(([id]) => id !== data.variant);
  return [
    ...(data.theme ? [{ address: list, words: gettext("All themes") }] : []),
    ...others.map(([id, words]) => ({ address: `${path}?variant=${id}`, words })),
    ...(data.streak ? [] : [{ address: `${streakPage}?variant=${data.variant}`, words: gettext("Puzzle streak") }]),
  ];
}

function NothingLeft() {
  const heading = useHeading();
  if (practice) return html`<${PracticeEnd} heading=${heading} />`;
  return html`
    <div class="empty puzzle-empty">
      <h1 tabindex="-1" ref=${heading}>${endWords()}</h1>
      <p>${gettext("You have seen all puzzles of this kind. New ones come from finished games.")}</p>
      <p class="cluster">
        ${elsewhere().map(({ address, words }) => html`<a class="button secondary" href=${address}>${words}</a>`)}
      </p>
    </div>
  `;
}

export function Table() {
  if (puzzle.value === null) return html`<${NothingLeft} />`;
  const size = cardSize(1, sheet, 1);
  const state = answer.value ? "answered" : "";
  return html`
    <div class=${`table-layout playing ${size.class} ${state}`} style=${size.style}>
      <section class="tray felt mine" aria-label=${gettext("Table")}>
        <${Line} />
        <${Dice} />
        <${Actions} />
        <${AnswerPanel} />
      </section>
      <${Scorecard} card=${card} />
    </div>
  `;
}
