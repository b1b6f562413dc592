// The felt while the points of the last box land, just before the result, and while the result is being loaded.

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { endingOf } from "../state/margin.js";
import { feltHeight, isEnding } from "../state/ending.js";
import { ownSeat, view } from "../state/state.js";

function Words() {
  if (!isEnding.value) return html`<p class="turn-title">${gettext("Opening the table…")}</p>`;
  const isClose = view.value.seats.length > 1 && endingOf(view.value, ownSeat.value).margin === "narrow";
  return html`
    <h2 class="turn-title">${gettext("That was the last box")}</h2>
    ${isClose && html`<p class="close-call">${gettext("It’s close…")}</p>`}
  `;
}

export function LastBox() {
  return html`
    <section class="tray felt last-box" style=${{ minHeight: `${feltHeight.value}px` }} aria-label=${gettext("Table")}>
      <${Words} />
    </section>
  `;
}
