// The win probability of each seat after each step, in words and as a table.

import { gettext, interpolate, listed, percent } from "../language/language.js";
import { html } from "../ui/html.js";
import { chancesOfSteps, greatestSwing } from "./chances.js";

function summary(rows, people, all) {
  const chances = listed(rows[0].map((chance, seat) => `${people[seat].name} ${percent(chance)}`));
  const start = interpolate(gettext("At the start: %(chances)s."), { chances });
  const swing = greatestSwing(rows);
  if (!swing) return start;
  const { turn, seat: mover } = all[swing.step];
  const values = { name: people[swing.seat].name, before: percent(swing.before), after: percent(swing.after) };
  if (typeof mover !== "number" || !turn) {
    return `${start} ${interpolate(gettext("Biggest swing: at the end, when %(name)s went from %(before)s to %(after)s."), values)}`;
  }
  const words = gettext("Biggest swing: in %(mover)s’s turn %(turn)s, when %(name)s went from %(before)s to %(after)s.");
  return `${start} ${interpolate(words, { ...values, mover: people[mover].name, turn })}`;
}

function stepName(step, people) {
  if (typeof step.seat !== "number") return step.events[0].type === "game.started" ? gettext("Start") : gettext("End");
  const { name } = people[step.seat];
  return step.turn ? interpolate(gettext("%(name)s, turn %(turn)s"), { name, turn: step.turn }) : name;
}

function Numbers({ rows, people, all, at }) {
  return html`
    <details class="numbers">
      <summary>${gettext("The probabilities in numbers")}</summary>
      <div class="table-scroll chances-table" tabindex="0" role="region" aria-label=${gettext("Win probability after each turn")}>
        <table class="table compact">
          <thead><tr><th scope="col">${gettext("After")}</th>${people.map((each) => html`<th scope="col" class="number">${each.name}</th>`)}</tr></thead>
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

/** `seats`: from the analysis; `people`: the seats of the view; `all`: the steps; `at`: the step on show. */
export function Probabilities({ seats, people, all, at }) {
  const rows = chancesOfSteps(seats, all);
  return html`
    <p>${summary(rows, people, all)}</p>
    <${Numbers} rows=${rows} people=${people} all=${all} at=${at} />
  `;
}
