// The win probability of each seat after each step: a chart, a summary in words, and a table.

import { useEffect, useRef } from "preact/hooks";

import { Emblem } from "../ui/bots.js";
import { html } from "../ui/html.js";
import { winChart } from "./win-chart.js";

export function percent(chance) {
  return `${Math.round(chance * 100)}\u00a0%`;
}

/** Return the win probabilities after each step: [[of seat 0, of seat 1, ...], ...]. */
export function chancesOfSteps(seats, all) {
  return all.map((step) => seats.map((seat) => seat.chances[step.events.at(-1).seq - 1] ?? 0));
}

/** Return {step, seat, before, after} for the largest gain of a seat in one step; or null. */
export function greatestSwing(rows) {
  let found = null;
  for (let step = 1; step < rows.length; step += 1) {
    rows[step].forEach((after, seat) => {
      const before = rows[step - 1][seat];
      if (after - before > (found ? found.after - found.before : 0.005)) found = { step, seat, before, after };
    });
  }
  return found;
}

function summary(rows, people, all) {
  const start = rows[0].map((chance, seat) => `${people[seat].name} ${percent(chance)}`).join(", ");
  const swing = greatestSwing(rows);
  if (!swing) return `At the start: ${start}.`;
  const { turn, seat: mover } = all[swing.step];
  const when = typeof mover === "number" && turn ? `in ${people[mover].name}’s turn ${turn}` : "at the end";
  return `At the start: ${start}. Biggest swing: ${when}, when ${people[swing.seat].name} went from ${percent(swing.before)} to ${percent(swing.after)}.`;
}

function stepName(step, people) {
  if (typeof step.seat !== "number") return step.events[0].type === "game.started" ? "Start" : "End";
  return step.turn ? `${people[step.seat].name}, turn ${step.turn}` : people[step.seat].name;
}

function Numbers({ rows, people, all, at, go }) {
  return html`
    <details class="numbers">
      <summary>The probabilities in numbers</summary>
      <div class="table-scroll chances-table" tabindex="0" role="region" aria-label="Win probability after each turn">
        <table class="table compact">
          <thead><tr><th scope="col">After</th>${people.map((each) => html`<th scope="col" class="number">${each.name}</th>`)}</tr></thead>
          <tbody>
            ${rows.map(
              (row, step) => html`
                <tr aria-current=${step === at ? "step" : undefined}>
                  <th scope="row"><button type="button" class="link-button" onClick=${() => go(step)}>${stepName(all[step], people)}</button></th>
                  ${row.map((chance) => html`<td class="number">${percent(chance)}</td>`)}
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </details>
  `;
}

export function WinChances({ seats, people, all, at, go, exact }) {
  const rows = chancesOfSteps(seats, all);
  const place = useRef(null);
  const chart = useRef(null);
  useEffect(() => {
    chart.current = winChart(place.current, rows, people, go);
    return () => chart.current.end();
  }, []);
  useEffect(() => chart.current.show(at), [at]);
  return html`
    <div class="win-chances">
      <h3>Win probability${!exact && html` <small class="muted">(estimated)</small>`}</h3>
      <ul class="cluster chance-legend" aria-label=${`Win probability after step ${at}`}>
        ${people.map(
          (each) => html`
            <li class=${`seat-line seat-${each.seat % 8}`}>
              <span class="line-sample" aria-hidden="true"></span><${Emblem} seat=${each.seat} persona=${each.persona} />
              <span>${each.name}</span> <b class="number">${percent(rows[at][each.seat])}</b>
            </li>
          `,
        )}
      </ul>
      <div class="win-chart" ref=${place} aria-hidden="true"></div>
      <p>${summary(rows, people, all)}</p>
      <${Numbers} rows=${rows} people=${people} all=${all} at=${at} go=${go} />
    </div>
  `;
}
