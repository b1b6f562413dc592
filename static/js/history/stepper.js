// Steps through a game by buttons, slider, chart or arrow keys, and announces each step.

import { useLayoutEffect, useState } from "preact/hooks";

import { chancesOfSteps, expectedOfSteps } from "../analysis/chances.js";
import { statusWords } from "../analysis/data.js";
import { WinChart } from "../analysis/win-chart.js";
import { gettext, interpolate, percent } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { CopyButton } from "../ui/copy-button.js";
import { sentence } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { RollDice } from "../ui/roll-dice.js";
import { all, at, context, data, found, go, isFinished, last, notes, pages } from "./state.js";
import { Luck, MoveNote, spokenMove } from "./step-notes.js";
import { stepByKey } from "./steps.js";
import { tab } from "./tabs.js";

const BUTTONS = [
  { key: "Home", name: gettext("First turn"), icon: "first" },
  { key: "ArrowLeft", name: gettext("Previous turn"), icon: "previous" },
  { key: "ArrowRight", name: gettext("Next turn"), icon: "next" },
  { key: "End", name: gettext("Last turn"), icon: "last" },
];
const people = data.view.seats;

/** Listen to the arrow keys, Home and End, except in text fields and on the slider. */
function useKeys(goTo) {
  // A layout effect, so that keys work as soon as the page is painted.
  useLayoutEffect(() => {
    const act = (event) => {
      if (tab.value !== "board" || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest("input, textarea, select, dialog, [role=tab]")) return;
      if (stepByKey(event.key, 0, last) === null) return;
      event.preventDefault();
      // Start from the newest step: keys may come faster than renders.
      goTo((now) => stepByKey(event.key, now, last));
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, []);
}

function title(step) {
  if (typeof step.seat !== "number") return step.events[0].type === "game.started" ? gettext("Start") : gettext("End");
  const name = context.name(step.seat);
  return step.turn === null ? name : interpolate(gettext("%(name)s, turn %(turn)s"), { name, turn: step.turn });
}

function spokenStep(step) {
  const parts = step.events.flatMap((event) => {
    const move = notes.value.moves.get(event.seq);
    const note = move ? spokenMove(move, context.sheet) : "";
    const words = `${sentence(event, context)}.`;
    // A choice comes before the roll that it led to, and after the box that it filled.
    return event.type === "dice.rolled" ? [note, words] : [words, note];
  });
  return parts.filter(Boolean).join(" ");
}

function Event({ event }) {
  const note = html`<${MoveNote} move=${notes.value.moves.get(event.seq)} sheet=${context.sheet} board=${pages.board} />`;
  if (event.type !== "dice.rolled") return html`<p class="step-event">${sentence(event, context)}</p>${note}`;
  return html`
    ${note}
    <p class="step-roll">
      <${RollDice} dice=${event.data.dice} hold=${event.data.hold} /><${Luck} roll=${notes.value.rolls.get(event.seq)} />
    </p>
  `;
}

function Shown({ step }) {
  const { seat } = step;
  return html`
    <div class=${isFinished ? "step-shown judged" : "step-shown"}>
      <div class="spread">
        <h2 class="step-title" id="step-title" tabindex="-1">
          ${typeof seat === "number" && html`<${Emblem} seat=${seat} persona=${people[seat].persona} player=${people[seat].player} />`}<span>${title(step)}</span>
        </h2>
        <span class="muted small-text number">${interpolate(gettext("Step %(step)s of %(last)s"), { step: at.value, last })}</span>
      </div>
      ${step.events.map((event) => html`<${Event} key=${event.seq} event=${event} />`)}
    </div>
  `;
}

// Win probabilities assume that the seats' dice are independent.
const inPoints = people.length === 1 || data.view.dice === "same";

function valueWords(value) {
  return inPoints ? Math.round(value) : percent(value);
}

/** What the chart's lines say at this step, for each seat. */
function Legend({ rows }) {
  const values = rows?.[at.value];
  const legendName = inPoints ? gettext("Expected final score after step %(step)s") : gettext("Win probability after step %(step)s");
  if (people.length === 1) return html`<p class="chart-title">${gettext("Expected final score")} <b class="number">${values ? Math.round(values[0]) : "–"}</b></p>`;
  return html`
    <ul class="chance-legend" aria-label=${interpolate(legendName, { step: at.value })}>
      ${people.map(
        (each) => html`
          <li class=${`seat-line seat-${each.seat % 8}`}>
            <span class="line-sample" aria-hidden="true"></span>
            <span class="seat-line-name">${each.name}</span> <b class="number">${values ? valueWords(values[each.seat]) : "–"}</b>
          </li>
        `,
      )}
    </ul>
  `;
}

/** Return what the chart shows: rows of numbers, or null as long as there are none. */
function rowsOf({ status, seats }) {
  if (status !== "ready") return null;
  if (inPoints) return expectedOfSteps(seats, all);
  return seats[0].chances.length > 0 ? chancesOfSteps(seats, all) : null;
}

function Chart({ goTo }) {
  const rows = rowsOf(found.value);
  return html`
    <div class="chart">
      <${Legend} rows=${rows} />
      <${WinChart}
        rows=${rows}
        count=${all.length}
        seats=${people.length}
        inPoints=${inPoints}
        at=${at.value}
        go=${goTo}
        words=${statusWords(found.value.status)}
      />
    </div>
  `;
}

function StepButton({ button: { key, name, icon }, goTo }) {
  const to = stepByKey(key, at.value, last);
  return html`
    <button type="button" class="button secondary" aria-label=${name} aria-disabled=${to === at.value} aria-keyshortcuts=${key} onClick=${() => goTo(to)}>
      <${Icon} name=${icon} />
    </button>
  `;
}

function Controls({ goTo }) {
  const [first, previous, next, end] = BUTTONS;
  const button = (each) => html`<${StepButton} key=${each.key} button=${each} goTo=${goTo} />`;
  return html`
    <div class="step-controls" role="group" aria-label=${gettext("Steps")}>
      ${button(first)} ${button(previous)}
      <input
        type="range"
        min="0"
        max=${last}
        value=${at.value}
        aria-label=${gettext("Step")}
        aria-valuetext=${interpolate(gettext("%(step)s of %(last)s, %(title)s"), { step: at.value, last, title: title(all[at.value]) })}
        onInput=${(event) => goTo(Number(event.target.value))}
      />
      ${button(next)} ${button(end)}
    </div>
  `;
}

export function Stepper() {
  const [moved, setMoved] = useState(false);
  const goTo = (to) => {
    setMoved(true);
    go(to);
  };
  useKeys(goTo);
  const step = all[at.value];
  const place = interpolate(gettext("Step %(step)s of %(last)s: %(title)s."), { step: at.value, last, title: title(step) });
  const spoken = `${place} ${spokenStep(step)}`;
  const isLast = at.value === last;
  return html`
    ${isFinished && html`<${Chart} goTo=${goTo} />`}
    <${Controls} goTo=${goTo} />
    <${Shown} step=${step} />
    <p class="visually-hidden" role="status">${moved ? spoken : ""}</p>
    <p class="step-link"><${CopyButton} text=${isLast ? pages.link : `${pages.link}#${at.value}`} label=${isLast ? gettext("Copy link") : gettext("Copy link to this turn")} /></p>
  `;
}
