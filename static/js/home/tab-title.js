// The title of the tab, which shows news while the tab is in the background.

import { effect } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { unanswered, found, ticket } from "./state.js";

function news() {
  if (found.value) return `● ${gettext("Your table is ready")}`;
  const { length: count, 0: first } = unanswered.value;
  if (first) return `(${count}) ${interpolate(gettext("%(name)s challenges you"), { name: first.from.name })}`;
  return ticket.value ? gettext("Looking for players…") : "";
}

/** Keep the tab's title up to date. */
export function watchTabTitle() {
  const usual = document.title;
  effect(() => {
    document.title = news() ? `${news()} · ${siteName}` : usual;
  });
}
