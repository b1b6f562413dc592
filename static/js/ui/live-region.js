// What a screen reader is told: one polite live region for the page.

import { signal } from "@preact/signals";

import { html } from "./html.js";

const spoken = signal("");

/** Say `text` politely; saying the same again is said again. */
export function announce(text) {
  // A region whose text does not change is not read: a no-break space makes the difference.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

export function LiveRegion() {
  return html`<p class="visually-hidden" role="status" aria-live="polite">${spoken}</p>`;
}
