// Steps through a game by buttons, slider, chart or arrow keys, and announces each step: the log.

import { useLayoutEffect, useState } from "preact/hooks";

import { gettext, interpolate, isolate, pgettext } from "../language/language.js";
import { Emblem } from "../ui/bots.js";
import { CopyButton } from "../ui/copy-button.js";
import { sentence } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { readingKey } from "../ui/reading.js";
import { RollDice } from "../ui/roll-dice.js";
import { Chart, spokenValues } from "./chart.js";
import { all, at, context, data, go, isFinished, last, marked, notes, pages } from "./state.js";
import { Luck, MoveNote, spokenMove } from "./step-notes.js";
import { stepByKey } from "./steps.js";
import { tab } from "./tabs.js";

const BUTTONS = [
  { key: "Home", name: gettext("First turn"), icon: "first" },
  { key: readingKey("ArrowLeft"), name: gettext("Previous turn"), icon: "previous" },
  { key: readingKey("ArrowRight"), name: gettext("Next turn"), icon: "next" },
  { key: "End", name: gettext("Last turn"), icon: "last" },
];
const people = data.view.seats;

/** Listen to the arrow keys, Home and End, except in text fields and on the slider. */
function useKeys(goTo) {
  // A layout effect, so that keys work as soon as the page is painted.
  useLayoutEffect(() => {
    const act = (event) => {
      if (tab.value !== "log" || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest("input, textarea, select, dialog, [role=tab], .table-scroll")) return;
      if (stepByKey(event.key, 0, last) === null) return;
      event.preventDefault();
      // Start from the newest step: keys may come faster than renders.
      goTo((now) => stepByKey(event.key, now, last));
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, []);
}

function place() {
  return interpolate(gettext("Step %(step)s of %(last)s"), { step: at.value, last });
}

function title(step, { name: nameOf } = context) {
  if (typeof step.seat !== "number") return step.events[0].type === "game.started" ? pgettext("of a game", "Start") : gettext("End");
  const name = nameOf(step.seat);
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
  if (event.type !== "dice.rolled") return html`<p class="step-event">${sentence(event, marked)}</p>${note}`;
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
          ${typeof seat === "number" && html`<${Emblem} seat=${seat} persona=${people[seat].persona} player=${people[seat].player} />`}<span>${title(step, marked)}</span>
        </h2>
        <span class="muted small-text number">${place()}</span>
      </div>
      ${step.events.map((event) => html`<${Event} key=${event.seq} event=${event} />`)}
      <p class="step-link"><${CopyButton} text=${`${pages.link}#${at.value}`} label=${gettext("Copy link to this turn")} /></p>
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
    <div class="step-controls">
      ${button(first)} ${button(previous)}
      <input
        type="range"
        min="0"
        max=${last}
        value=${at.value}
        aria-label=${gettext("Steps")}
        aria-valuetext=${`${place()}: ${isolate(title(all[at.value]))}`}
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
  const spoken = `${place()}: ${isolate(title(step))}. ${spokenStep(step)} ${spokenValues(at.value)}`;
  return html`
    <${Chart} at=${at.value} goTo=${goTo} />
    <${Controls} goTo=${goTo} />
    <${Shown} step=${step} />
    <p class="visually-hidden" role="status">${moved ? spoken : ""}</p>
  `;
}
