// Keyboard shortcuts: 1, 2, ... hold, R or Space roll, H hint, arrows and Enter for boxes, ? help.

import { askHint, roll, toggleHold } from "../room/commands.js";
import { helpOpen } from "../room/help-dialog.js";
import { openChat } from "../room/side-panel.js";
import { chosen, sheet } from "../room/state.js";
import { nearest } from "./arrow-keys.js";

const OFFERS = "button.offer:not(:disabled)";

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function moveFocus(key) {
  const offers = [...document.querySelectorAll(OFFERS)].filter((each) => each.offsetParent);
  if (offers.length === 0) return false;
  const now = offers.indexOf(document.activeElement);
  if (now < 0) {
    offers[0].focus();
    return true;
  }
  const next = nearest(offers.map(centre), centre(offers[now]), key);
  offers[next]?.focus();
  return true;
}

/** Run the shortcut of `key`; return whether it has one. */
function act(key, onControl) {
  if (/^[1-9]$/.test(key) && Number(key) <= sheet.value.dice) toggleHold(Number(key) - 1);
  else if (key === "r" || key === "R") roll();
  else if (key === " " && !onControl) roll();
  else if (key === "h" || key === "H") askHint();
  else if (key === "?") helpOpen.value = true;
  else if (key === "c" || key === "C") openChat();
  else if (key === "Escape") chosen.value = null;
  else if (key.startsWith("Arrow")) return moveFocus(key);
  else return false;
  return true;
}

/** Listen to the keyboard, except in text fields and dialogs. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (target.closest("input, textarea, select, dialog, [role=tablist]")) return;
    const onControl = Boolean(target.closest("button, a, summary"));
    if (act(key, onControl)) event.preventDefault();
  });
}
