// What people typed, among other words of a page: it moves nothing beside it, whatever its script. In texts, such as labels
// and announcements, `isolate` of language.js does the same.

import { html } from "./html.js";

/** A name, which browsers do not translate, either. */
export function named(name) {
  return html`<bdi translate="no">${name}</bdi>`;
}

/** A line of chat, or the title of an event. */
export function typed(text) {
  return html`<bdi>${text}</bdi>`;
}
