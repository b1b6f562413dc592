// The page's one live region, which screen readers read out. It is a log: each announcement is read once, in order, even
// if the next one comes before the last one was read.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { html } from "./html.js";

const MAX_LINES = 12; // older ones disappear

/** The last announcements and typed commands, oldest first: [{id, text, typed}]. */
export const spoken = signal([]);

let count = 0;

function add(text, typed) {
  count += 1;
  spoken.value = [...spoken.value, { id: count, text, typed }].slice(-MAX_LINES);
}

/** Announce `text` to screen readers, even if it equals the last announcement. */
export function announce(text) {
  add(text, false);
}

/** Show a typed command among the announcements, without announcing it. */
export function type(text) {
  add(text, true);
}

/** `visible`: for everyone to read; the keyboard can scroll it then. */
export function LiveRegion({ visible = false }) {
  const classes = visible ? "live-region" : "live-region visually-hidden";
  return html`
    <div class=${classes} tabindex=${visible ? 0 : undefined} role="log" aria-live="polite" aria-label=${gettext("Announcements")}>
      ${spoken.value.map(({ id, text, typed }) =>
        typed ? html`<p key=${id} class="typed" aria-hidden="true">${text}</p>` : html`<p key=${id}>${text}</p>`,
      )}
    </div>
  `;
}
