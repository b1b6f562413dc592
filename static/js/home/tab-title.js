// The title of the tab, which shows news while the tab is in the background.

import { effect } from "@preact/signals";

import { unanswered, found, ticket } from "./state.js";

function news() {
  if (found.value) return "● Your table is ready";
  if (unanswered.value.length > 0) return `(${unanswered.value.length}) ${unanswered.value[0].from.name} challenges you`;
  return ticket.value ? "Looking for players" : "";
}

/** Keep the tab's title up to date. */
export function watchTabTitle() {
  const usual = document.title;
  effect(() => {
    document.title = news() ? `${news()} · Yacht` : usual;
  });
}
