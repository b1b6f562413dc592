// A field for dice: type them, or click each die to change it.

import { useEffect, useState } from "preact/hooks";

import { DiePicture } from "../../dice/picture.js";
import { gettext, interpolate } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { typedDice } from "./position.js";

/** `id`: of the text field; `dice`: their faces; `sheet`: how many there are; `change(dice)` is called with the new ones. */
export function DiceField({ id, label, dice, sheet, change }) {
  const [text, setText] = useState(dice.join(""));
  useEffect(() => {
    if (typedDice(text, sheet)?.join("") !== dice.join("")) setText(dice.join(""));
  }, [dice.join("")]);
  const wrong = typedDice(text, sheet) === null;
  const type = (event) => {
    setText(event.target.value);
    const typed = typedDice(event.target.value, sheet);
    if (typed) change(typed);
  };
  const turn = (at) => change(dice.map((face, each) => (each === at ? (face % sheet.faces) + 1 : face)));
  return html`
    <div class="dice-field">
      <div class="dice-buttons" role="group" aria-label=${interpolate(gettext("%(label)s, one by one"), { label })}>
        ${dice.map(
          (face, at) => html`
            <button type="button" class="dice-button" key=${at} aria-label=${interpolate(gettext("Die %(at)s: %(face)s, next face"), { at: at + 1, face })} onClick=${() => turn(at)}>
              <${DiePicture} face=${face} />
            </button>
          `,
        )}
      </div>
      <div class="field">
        <label for=${id}>${label}</label>
        <input
          id=${id}
          type="text"
          inputmode="numeric"
          autocomplete="off"
          maxlength="14"
          value=${text}
          aria-invalid=${wrong}
          aria-describedby=${`${id}-hint`}
          onInput=${type}
        />
        <p class="hint" id=${`${id}-hint`}>${wrong ? interpolate(gettext("Enter %(dice)s digits from 1 to %(faces)s."), { dice: sheet.dice, faces: sheet.faces }) : interpolate(gettext("Type %(dice)s digits, or press a die to change it."), { dice: sheet.dice })}</p>
      </div>
    </div>
  `;
}
