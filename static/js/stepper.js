// Stepping through a game: buttons, a slider, arrow keys; each step is told to screen readers.

import { useLayoutEffect, useState } from "preact/hooks";

import { copyText } from "./copy.js";
import { stepByKey } from "./history-steps.js";
import { html } from "./html.js";
import { Flag, Icon } from "./icon.js";
import { RollDice } from "./roll-dice.js";
import { sentence } from "./words.js";

const COPIED_MS = 2200;
const BUTTONS = [
  { key: "Home", name: "First turn", icon: "first" },
  { key: "ArrowLeft", name: "Turn before", icon: "previous" },
  { key: "ArrowRight", name: "Next turn", icon: "next" },
  { key: "End", name: "Last turn", icon: "last" },
];

/** Listen to the arrow keys, Home and End while nobody types or moves a slider. */
function useKeys(last, go) {
  // Before it is painted, and so before anybody can press a key at what is drawn.
  useLayoutEffect(() => {
    const act = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.target.closest("input, textarea, select, dialog")) return;
      if (stepByKey(event.key, 0, last) === null) return;
      event.preventDefault();
      // From where it is by then: keys may come faster than the page is drawn.
      go((now) => stepByKey(event.key, now, last));
    };
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, []);
}

function title(step, context) {
  if (typeof step.seat !== "number") return step.events[0].type === "game.started" ? "The beginning" : "The end";
  const turn = step.turn === null ? "" : `, turn ${step.turn}`;
  return `${context.name(step.seat)}${turn}`;
}

function told(step, context) {
  return step.events.map((event) => `${sentence(event, context)}.`).join(" ");
}

function Shown({ step, context }) {
  const rolls = step.events.filter((event) => event.type === "dice.rolled");
  const others = step.events.filter((event) => event.type !== "dice.rolled");
  return html`
    <div class="step-shown">
      <p class="step-title">
        ${typeof step.seat === "number" && html`<${Flag} seat=${step.seat} />`}<b>${title(step, context)}</b>
      </p>
      <div class="step-rolls">
        ${rolls.map(({ seq, data }) => html`<${RollDice} key=${seq} dice=${data.dice} hold=${data.hold} />`)}
      </div>
      ${others.map((event) => html`<p key=${event.seq}>${sentence(event, context)}</p>`)}
    </div>
  `;
}

function CopyLink({ link, at, last }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(at === last ? link : `${link}#${at}`))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  const label = at === last ? "Copy link" : "Copy link to this turn";
  return html`
    <button type="button" class="button small secondary" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "copy"} /><span aria-live="polite">${copied ? "Copied" : label}</span>
    </button>
  `;
}

/** `all`: the steps; `at`: the one shown; `go(to)` shows another (or `go((now) => to)`); `pages`: {link, text, json}. */
export function Stepper({ all, at, go, context, pages }) {
  const last = all.length - 1;
  const [moved, setMoved] = useState(false);
  const goTo = (to) => {
    setMoved(true);
    go(to);
  };
  useKeys(last, goTo);
  const place = `Step ${at} of ${last}`;
  const spoken = `${place}: ${title(all[at], context)}. ${told(all[at], context)}`;
  return html`
    <section class="section panel stepper" id="stepper" aria-labelledby="stepper-title">
      <div class="spread">
        <h2 class="panel-title" id="stepper-title">Step through</h2>
        <span class="muted small-text number">${place}</span>
      </div>
      <${Shown} step=${all[at]} context=${context} />
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
        <${CopyLink} link=${pages.link} at=${at} last=${last} />
        <a href=${pages.text}>As text</a>
        <a href=${pages.json}>As data (JSON)</a>
      </div>
    </section>
  `;
}
