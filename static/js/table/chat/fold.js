// Folds chat and log away beside the table, and remembers it in this browser. At the end of a game they give way to the
// result, if that is above them. A narrow screen has a sheet instead.

import { computed, effect, signal } from "@preact/signals";

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { isEnding } from "../state/ending.js";
import { view } from "../state/state.js";
import { unread } from "./unread.js";

const BESIDE = "(min-width: 100rem)"; // as in table.css: from this width on they have a column of their own
const KEY = "chat and log";
const FOLDED = "folded";

function stored() {
  try {
    return localStorage.getItem(KEY) === FOLDED;
  } catch {
    return false; // storage may be disabled
  }
}

const kept = signal(stored());
const givesWay = signal(false);
const isOver = computed(() => view.value !== null && view.value.status !== "playing" && !isEnding.value);

/** Whether chat and log are folded away. */
export const folded = computed(() => kept.value || givesWay.value);

/** Follow the game: its end takes the room, until somebody opens chat and log again. */
export function start() {
  effect(() => {
    givesWay.value = isOver.value && !matchMedia(BESIDE).matches;
  });
}

/** Fold chat and log away, or show them. */
export function fold(away) {
  kept.value = away;
  givesWay.value = false;
  try {
    localStorage.setItem(KEY, away ? FOLDED : "shown");
  } catch {
    return; // only this page remembers
  }
}

function press() {
  fold(!folded.value);
  // It is another element now.
  requestAnimationFrame(() => document.querySelector(".fold-side")?.focus());
}

/** The button that folds chat and log; with the number of unread lines once they are away. */
export function FoldButton() {
  const away = folded.value;
  const count = away ? unread.value : 0;
  const words = count > 0 ? `${gettext("Chat and log")} (${count})` : gettext("Chat and log");
  return html`
    <button type="button" class=${away ? "fold-side away" : "icon-button fold-side"} aria-label=${words} title=${words} aria-expanded=${!away} aria-controls="side-content" onClick=${press}>
      ${away && html`<${Icon} name="chat" /><span>${gettext("Chat and log")}</span>`}${count > 0 && html`<span class="count" aria-hidden="true">${count}</span>`}<${Icon} name="chevron" />
    </button>
  `;
}
