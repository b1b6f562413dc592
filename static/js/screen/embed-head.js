// The line above an embedded game: what it is, how far it is, and the way to its page.

import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";

/** `words`: of the link to the page of the table or game. */
export function EmbedHead({ name, words, children }) {
  return html`
    <header class="screen-head">
      <b class="screen-game">${name}</b>
      ${children}
      <a class="embed-link" href=${page.link} target="_blank" rel="noopener">${words}<${Icon} name="arrow" /></a>
    </header>
  `;
}
