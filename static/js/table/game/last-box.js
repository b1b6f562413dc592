// The felt while the points of the last box land, just before the result.

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";

/** As tall as the felt that it replaces, so that the card stays where it is. */
export function LastBox() {
  const height = document.querySelector(".tray")?.offsetHeight;
  return html`
    <section class="tray felt last-box" style=${height ? { minHeight: `${height}px` } : undefined} aria-label=${gettext("Table")}>
      <h2 class="turn-title">${gettext("That was the last box")}</h2>
    </section>
  `;
}
