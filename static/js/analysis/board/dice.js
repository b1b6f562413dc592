// The dice of the analysis board: a tap turns a die to its next face, a digit sets it and goes on to the next die.

import { DiePicture } from "../../dice/picture.js";
import { gettext, interpolate } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { isPlainPress, pressedKey } from "../../ui/pressed-key.js";

/** `dice`: their faces; `faces`: how many a die has; `change(dice)` is called with the new ones. */
export function Dice({ dice, faces, change }) {
  const set = (at, face) => change(dice.map((old, each) => (each === at ? face : old)));
  const type = (event, at) => {
    const face = isPlainPress(event) ? Number(pressedKey(event)) : 0;
    if (!(face >= 1 && face <= faces)) return;
    event.preventDefault();
    set(at, face);
    event.currentTarget.nextElementSibling?.focus();
  };
  return html`
    <div class="dice-buttons" role="group" aria-label=${gettext("Dice")}>
      ${dice.map(
        (face, at) => html`
          <button
            type="button"
            class="dice-button"
            key=${at}
            aria-label=${interpolate(gettext("Die %(at)s: %(face)s"), { at: at + 1, face })}
            onKeyDown=${(event) => type(event, at)}
            onClick=${() => set(at, (face % faces) + 1)}
          >
            <${DiePicture} face=${face} />
          </button>
        `,
      )}
    </div>
  `;
}
