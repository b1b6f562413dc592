// The dialog for points without dice: the numbers that the box can have, and a field to type one.

import { useState } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { Dialog } from "../ui/dialog.js";
import { boxName, worth } from "../ui/event-text.js";
import { html } from "../ui/html.js";
import { possibleWords } from "./words.js";

const TYPED_FROM = 14; // more numbers than this are quicker to type

function Typed({ numbers, box, enter }) {
  const [problem, setProblem] = useState("");
  const send = (event) => {
    event.preventDefault();
    const number = Number(event.target.elements.points.value);
    if (event.target.elements.points.value !== "" && numbers.includes(number)) enter(number);
    else setProblem(possibleWords(box, numbers));
  };
  return html`
    <form class="input-row" novalidate onSubmit=${send}>
      <input name="points" inputmode="numeric" autocomplete="off" aria-label=${gettext("Points")} aria-invalid=${problem ? "true" : undefined} aria-describedby="points-problem" />
      <button type="submit" class="button">${gettext("Enter")}</button>
    </form>
    <p id="points-problem" class="errors" role="alert">${problem}</p>
  `;
}

/** `possible`: [{points, bonus}] in raw points; `enter({points, bonus})` is called with one of them. */
export function PointsDialog({ rules, option, possible, enter, onClose }) {
  const { sheet } = rules.data;
  const bonuses = [...new Set(possible.map(({ bonus }) => bonus))];
  const [bonus, setBonus] = useState(bonuses[0]);
  const raw = possible.filter((each) => each.bonus === bonus).map(({ points }) => points);
  const counted = (points) => worth(sheet, option.column, points);
  const name = boxName(sheet, option);
  return html`
    <${Dialog} title=${name} onClose=${onClose} name="points-dialog">
      <div class="stack">
        ${bonuses.length > 1 &&
        html`<label class="switch"><input type="checkbox" role="switch" checked=${bonus > 0} onChange=${(event) => setBonus(event.target.checked ? Math.max(...bonuses) : 0)} />${interpolate(gettext("All dice alike: %(points)s bonus points"), { points: counted(Math.max(...bonuses)) })}</label>`}
        ${raw.length > TYPED_FROM && html`<${Typed} key=${bonus} numbers=${raw.map(counted)} box=${name} enter=${(number) => enter({ points: raw.find((each) => counted(each) === number), bonus })} />`}
        <div class="points-choices">${raw.map((points) => html`<button type="button" class="button secondary" onClick=${() => enter({ points, bonus })}>${counted(points)}</button>`)}</div>
      </div>
    <//>
  `;
}
