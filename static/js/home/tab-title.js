// The tab says what happens while nobody looks at it.

import { effect } from "@preact/signals";

import { asked, found, ticket } from "./state.js";

function news() {
  if (found.value) return "● Your table is ready";
  if (asked.value.length > 0) return `(${asked.value.length}) ${asked.value[0].from.name} challenges you`;
  return ticket.value ? "Looking for players" : "";
}

/** Keep the tab's title true. */
export function watchTitle() {
  const usual = document.title;
  effect(() => {
    document.title = news() ? `${news()} · Yacht` : usual;
  });
}
