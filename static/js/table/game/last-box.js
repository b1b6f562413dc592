// The felt while the points of the last box land, just before the result.

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { feltHeight } from "../state/ending.js";

export function LastBox() {
  return html`
    <section class="tray felt last-box" style=${{ minHeight: `${feltHeight.value}px` }} aria-label=${gettext("Table")}>
      <h2 class="turn-title">${gettext("That was the last box")}</h2>
    </section>
  `;
}
