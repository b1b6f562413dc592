// Steps through a game with buttons, a slider or arrow keys, and announces each step.

import { useLayoutEffect, useState } from "preact/hooks";

import { CopyButton } from "../ui/copy-button.js";
import { sentence } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { Flag, Icon } from "../ui/icon.js";
import { RollDice } from "../ui/roll-dice.js";
import { Luck, MoveNote, spokenMove } from "./step-notes.js";
import { stepByKey } from "./steps.js";

const BUTTONS = [
  { key: "Home", name: "First turn", icon: "first" },
  { key: "ArrowLeft", name: "Previous turn", icon: "previous" },
  { key: "ArrowRight", name: "Next turn", icon: "next" },
  { key: "End", name: "Last turn", icon: "last" },
];

/** Listen to the arrow keys, Home and End, except in text fields and on the slider. */
function useKeys(last, go) {
  // A layout effect, so that keys work as soon as the page is painted.
  useLayoutEffect(() => {
    const act = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest("input, textarea, select, dialog")) return;
      if (stepByKey(event.key, 0, last) === null) return;
      event.preventDefault();
      // Start from the newest step: keys may come faster than renders.
      go((now) => stepByKey(event.key, now, last));
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, []);
}

function title(step, context) {
  if (typeof step.seat !== "number") return step.events[0].type === "game.started" ? "Start" : "End";
  const turn = step.turn === null ? "" : `, turn ${step.turn}`;
  return `${context.name(step.seat)}${turn}`;
}

function spokenStep(step, context, notes) {
  const parts = step.events.flatMap((event) => {
    const move = notes.moves.get(event.seq);
    const note = move ? spokenMove(move, context.sheet) : "";
    const words = `${sentence(event, context)}.`;
    // A choice comes before the roll that it led to, and after the box that it filled.
    return event.type === "dice.rolled" ? [note, words] : [words, note];
  });
  return parts.filter(Boolean).join(" ");
}

function Event({ event, context, notes, board }) {
  const note = html`<${MoveNote} move=${notes.moves.get(event.seq)} sheet=${context.sheet} board=${board} />`;
  if (event.type !== "dice.rolled") return html`<p>${sentence(event, context)}</p>${note}`;
  return html`
    ${note}
    <p class="step-roll">
      <${RollDice} dice=${event.data.dice} hold=${event.data.hold} /><${Luck} roll=${notes.rolls.get(event.seq)} />
    </p>
  `;
}

function Shown({ step, context, notes, board }) {
  return html`
    <div class=${notes.rolls.size > 0 ? "step-shown judged" : "step-shown"}>
      <p class="step-title">
        ${typeof step.seat === "number" && html`<${Flag} seat=${step.seat} />`}<b>${title(step, context)}</b>
      </p>
      ${step.events.map(
        (event) => html`<${Event} key=${event.seq} event=${event} context=${context} notes=${notes} board=${board} />`,
      )}
    </div>
  `;
}

/**
 * `all`: the steps; `at`: the current step; `go(to)` or `go((now) => to)` shows another; `pages`:
 * {link, text, json, board}, addresses; `notes`: from `notesOf` in analysis/data.js.
 */
export function Stepper({ all, at, go, context, pages, notes }) {
  const last = all.length - 1;
  const [moved, setMoved] = useState(false);
  const goTo = (to) => {
    setMoved(true);
    go(to);
  };
  useKeys(last, goTo);
  const progress = `Step ${at} of ${last}`;
  const spoken = `${progress}: ${title(all[at], context)}. ${spokenStep(all[at], context, notes)}`;
  return html`
    <section class="section panel stepper" id="stepper" aria-labelledby="stepper-title">
      <div class="spread">
        <h2 class="panel-title" id="stepper-title">Step through</h2>
        <span class="muted small-text number">${progress}</span>
      </div>
      <${Shown} step=${all[at]} context=${context} notes=${notes} board=${pages.board} />
      <input
        type="range"
        min="0"
        max=${last}
        value=${at}
        aria-label="Step"
        aria-valuetext=${`${at} of ${last}, ${title(all[at], context)}`}
        onInput=${(event) => goTo(Number(event.target.value))}
      />
      <div class="step-buttons" role="group" aria-label="Steps">
        ${BUTTONS.map(({ key, name, icon }) => {
          const to = stepByKey(key, at, last);
          return html`
            <button
              type="button"
              class="button secondary"
              aria-label=${name}
              aria-disabled=${to === at}
              aria-keyshortcuts=${key}
              onClick=${() => goTo(to)}
            >
              <${Icon} name=${icon} />
            </button>
          `;
        })}
      </div>
      <p class="visually-hidden" role="status">${moved ? spoken : ""}</p>
      <div class="cluster">
        <${CopyButton} text=${at === last ? pages.link : `${pages.link}#${at}`} label=${at === last ? "Copy link" : "Copy link to this turn"} />
        <a href=${pages.text}>As text</a>
        <a href=${pages.json}>As data (JSON)</a>
      </div>
    </section>
  `;
}
