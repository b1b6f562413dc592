// The chart of a game: the chance to win after each step, or points. A press shows the step there.

import { chancesOfSteps, expectedOfSteps, totalsOfSteps } from "../analysis/chances.js";
import { TurningPoint } from "../analysis/turning-point.js";
import { WinChart } from "../analysis/win-chart.js";
import { gettext, isolate, pair, percent } from "../language/language.js";
import { html } from "../ui/html.js";
import { named } from "../ui/typed.js";
import { all, data, found } from "./state.js";

const people = data.view.seats;
// Win probabilities assume that the seats' dice are independent.
const isRace = people.length > 1 && data.view.dice !== "same";

/** Return {title, rows, inPoints}: what the chart shows. Until the game is analysed, the points made. */
function shown() {
  const { status, seats } = found.value;
  if (status !== "ready" || seats.length === 0) return { title: gettext("Points"), rows: totalsOfSteps(data.steps, all, people.length), inPoints: true };
  if (isRace && seats[0].chances.length > 0) return { title: gettext("Chance to win"), rows: chancesOfSteps(seats, all), inPoints: false };
  return { title: gettext("Expected final score"), rows: expectedOfSteps(seats, all), inPoints: true };
}

function valuesAt(step, { rows, inPoints }) {
  return rows[step].map((value) => (inPoints ? String(Math.round(value)) : percent(value)));
}

/** Return what the chart shows at a step, for screen readers. */
export function spokenValues(step) {
  const now = shown();
  return `${pair(now.title, valuesAt(step, now).map((value, seat) => `${isolate(people[seat].name)} ${value}`).join(", "))}.`;
}

function Legend({ now, at }) {
  const values = at === null ? null : valuesAt(at, now);
  return html`
    <p class="chart-title">${now.title}${people.length === 1 && values && html` <b class="number">${values[0]}</b>`}</p>
    ${people.length > 1 &&
    html`<ul class="chance-legend">
      ${people.map(
        (each) => html`
          <li class=${`seat-line seat-${each.seat % 8}`}>
            <span class="line-sample" aria-hidden="true"></span>
            <span class="seat-line-name">${named(each.name)}</span>${values && html` <b class="number">${values[each.seat]}</b>`}
          </li>
        `,
      )}
    </ul>`}
  `;
}

/** `at`: the step that is marked, or null; `goTo(step)`. */
export function Chart({ at, goTo }) {
  const now = shown();
  return html`
    <div class="chart" key=${now.title}>
      <div class="chart-head"><${Legend} now=${now} at=${at} /></div>
      <${WinChart} rows=${now.rows} seats=${people.length} inPoints=${now.inPoints} at=${at} go=${goTo} />
    </div>
  `;
}

/** The chart of the result, with the turning point. */
export function ResultChart({ goTo }) {
  const { status, seats } = found.value;
  return html`
    <${Chart} at=${null} goTo=${goTo} />
    ${isRace && html`<p class="turning-point">${status === "ready" && html`<${TurningPoint} seats=${seats} people=${people} />`}</p>`}
  `;
}
