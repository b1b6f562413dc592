// The win probability of each seat after each step, in words and as a table.

import { html } from "../ui/html.js";
import { chancesOfSteps, greatestSwing, percent } from "./chances.js";

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

function Numbers({ rows, people, all, at }) {
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
                  <th scope="row"><a href=${`#${step}`}>${stepName(all[step], people)}</a></th>
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

/** `seats`: from the analysis; `people`: the seats of the view; `all`: the steps; `at`: the one that is shown. */
export function Probabilities({ seats, people, all, at }) {
  const rows = chancesOfSteps(seats, all);
  return html`
    <p>${summary(rows, people, all)}</p>
    <${Numbers} rows=${rows} people=${people} all=${all} at=${at} />
  `;
}
