// All turns so far, newest first, with what was corrected.

import { gettext, interpolate, ngettext } from "../language/language.js";
import { boxWritten } from "../ui/choice-text.js";
import { html } from "../ui/html.js";
import { Flag, Icon, MiniDie } from "../ui/icon.js";
import { named } from "../ui/typed.js";
import { turnNumber, turnWords } from "./words.js";

function Dice({ dice, hold }) {
  return html`<span class="roll-dice">${dice.map((face, at) => html`<${MiniDie} face=${face} held=${hold.includes(at)} />`)}</span>`;
}

/** The dice of a turn; of each roll, what had been held is filled. */
function Rolls({ rolls }) {
  if (rolls.length === 0) return null;
  const words = rolls.map(({ dice }) => dice.join(" ")).join(", ");
  return html`<span class="real-turn-dice"><span class="visually-hidden">${words}</span><span aria-hidden="true">${rolls.map((roll) => html`<${Dice} ...${roll} />`)}</span></span>`;
}

function Turn({ at, now, onEdit }) {
  const turn = now.turns[at];
  const number = turnNumber(now, at);
  const label = interpolate(gettext("Correct turn %(number)s of %(name)s"), { number, name: now.names[turn.seat] });
  return html`
    <li class="row">
      <${Flag} seat=${turn.seat} />
      <span class="row-main">
        <span>${number}. ${turnWords(now, at, named)}</span>
        ${turn.was.length > 0 && html`<small class="real-was">${gettext("was:")} ${turn.was.map((each) => html`<s>${boxWritten(each, now.rules.sheet)}</s> `)}</small>`}
        <${Rolls} rolls=${turn.rolls} />
      </span>
      ${onEdit && html`<button type="button" class="icon-button" aria-label=${label} onClick=${() => onEdit(at)}><${Icon} name="edit" /></button>`}
    </li>
  `;
}

/** `of`: the game; `onEdit(at)`: begins to correct a turn, if its turns can be corrected. */
export function Turns({ of, onEdit }) {
  const count = of.turns.length;
  if (count === 0) return null;
  const changed = of.turns.filter(({ was }) => was.length > 0).length;
  const corrected = changed > 0 && interpolate(ngettext("%(count)s corrected", "%(count)s corrected", changed), { count: changed });
  return html`
    <details class="fold real-turns">
      <summary>${gettext("All turns")}${corrected && html` <span class="badge warn">${corrected}</span>`}</summary>
      <ol class="fold-body list" reversed>${of.turns.map((_, at) => html`<${Turn} key=${at} at=${at} now=${of} onEdit=${onEdit} />`).reverse()}</ol>
    </details>
  `;
}
