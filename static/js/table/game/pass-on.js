// Shown in place of the buttons while the device goes to the next player.

import { gettext, interpolate } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { offersSilence, setPasses, takeDevice } from "../state/passing.js";
import { mySeat, view } from "../state/state.js";

function takeAlways() {
  setPasses(false);
  takeDevice();
}

export function PassOn() {
  const { name } = view.value.seats[mySeat.value];
  return html`
    <div class="actions pass-on">
      <button type="button" class="button large" onClick=${takeDevice}><span>${interpolate(gettext("Pass to %(name)s"), { name: named(name) })}</span></button>
      ${offersSilence.value && html`<button type="button" class="button quiet small" onClick=${takeAlways}>${gettext("Don’t ask again")}</button>`}
    </div>
  `;
}
