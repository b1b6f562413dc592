// The page's one polite live region, which screen readers read out.

import { signal } from "@preact/signals";

import { html } from "./html.js";

const spoken = signal("");

/** Announce `text` to screen readers, even if it equals the last announcement. */
export function announce(text) {
  // Screen readers skip a region whose text does not change: add a no-break space.
  spoken.value = spoken.value === text ? `${text}\u00a0` : text;
}

export function LiveRegion() {
  return html`<p class="visually-hidden" role="status" aria-live="polite">${spoken}</p>`;
}
