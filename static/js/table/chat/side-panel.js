// Chat and log: whether they are open, and the ways to them. What they show is loaded later: see side.js.

import { signal } from "@preact/signals";

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { sidePart, WIDE, widePart } from "../state/parts.js";
import { problem } from "../state/state.js";
import { unread } from "./unread.js";

/** A signal that says whether a media query matches. */
function matching(query) {
  const media = matchMedia(query);
  const now = signal(media.matches);
  media.addEventListener("change", () => {
    now.value = media.matches;
  });
  return now;
}

export const wide = matching(WIDE);
export const both = matching("(min-width: 100rem)");
export const tab = signal("log");
export const raised = signal(false); // the sheet of a narrow screen

/** The code of the fold, where there is one: beside the table, once it is loaded. */
export function folding() {
  return wide.value ? widePart.code.value : null;
}

export function isFolded() {
  return folding()?.folded.value ?? false;
}

/** Show the log or the chat, once its code is there; return whether it is. */
async function show(name) {
  tab.value = name;
  if (isFolded()) folding().fold(false);
  raised.value = true;
  try {
    await sidePart.load();
    return true;
  } catch (error) {
    console.error(error);
    raised.value = false;
    problem.value = { message: gettext("Something went wrong. Reload the page and try again.") };
    return false;
  }
}

/** Show the chat and focus its text field. */
export async function openChat() {
  if (await show("chat")) requestAnimationFrame(() => document.getElementById("chat-text")?.focus());
}

export function close() {
  raised.value = false;
  document.getElementById("side-button")?.focus();
}

/** The button that opens the sheet, with the number of unread lines. Hidden where the panel is always there. */
export function SideButton() {
  const words = unread.value > 0 ? `${gettext("Chat and log")} (${unread.value})` : gettext("Chat and log");
  return html`
    <button
      type="button"
      id="side-button"
      class="icon-button narrow-sheet"
      aria-label=${words}
      title=${words}
      aria-expanded=${raised.value}
      aria-controls="side"
      onClick=${() => (raised.value ? close() : show("chat"))}
    >
      <${Icon} name="chat" />${unread.value > 0 && html`<span class="count" aria-hidden="true">${unread}</span>`}
    </button>
  `;
}

/** Chat and log beside the table, or in a sheet. */
export function Side() {
  const code = sidePart.code.value;
  return code && html`<${code.Side} />`;
}
