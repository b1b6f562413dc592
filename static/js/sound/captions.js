// Sounds as short texts in a corner, for those who cannot or do not want to hear them. Hidden from screen
// readers: the live region says what happens.

import { signal } from "@preact/signals";

import { captions } from "../settings/settings.js";
import { html } from "../ui/html.js";

const SHOWN_MS = 2200;
const MAX_SHOWN = 3;

const shown = signal([]); // [{id, text}], the newest last
let lastId = 0;

/** Show the text of a sound for a moment. A text that is still shown is not added again. */
export function caption(text) {
  if (!captions.value || !text) return;
  lastId += 1;
  const id = lastId;
  const others = shown.value.filter((each) => each.text !== text);
  shown.value = [...others, { id, text }].slice(-MAX_SHOWN);
  setTimeout(() => {
    shown.value = shown.value.filter((each) => each.id !== id);
  }, SHOWN_MS);
}

export function Captions() {
  if (!captions.value) return null;
  return html`
    <div class="captions" aria-hidden="true">
      ${shown.value.map(({ id, text }) => html`<span class="caption" key=${id}>${text}</span>`)}
    </div>
  `;
}
