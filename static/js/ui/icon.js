// Icons and seat emblems from the sprite in the page (templates/shared/icons.svg).

import { html } from "./html.js";

export function Icon({ name }) {
  return html`<svg class="icon" aria-hidden="true"><use href=${`#i-${name}`} /></svg>`;
}

export function Flag({ seat }) {
  return html`<svg class="flag" aria-hidden="true"><use href=${`#flag-${seat % 8}`} /></svg>`;
}

/** A small flat die for texts and logs; `face` is 1 to 6. */
export function MiniDie({ face, held = false }) {
  return html`<svg class=${held ? "mini-die held" : "mini-die"} aria-hidden="true"><use href=${`#die-${face}`} /></svg>`;
}
