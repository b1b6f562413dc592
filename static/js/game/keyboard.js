// Keyboard shortcuts: 1, 2, ... hold, R or Space roll, H hint, arrows and Enter for boxes, / text mode,
// ? help. Each key that does something answers in the live region, unless the game's events do.

import { gettext } from "../language/language.js";
import { askHint, roll, toggleHold } from "../room/commands.js";
import { helpOpen } from "../room/help-dialog.js";
import { openChat } from "../room/side-panel.js";
import { actingSeat, held, sheet, view } from "../room/state.js";
import { openTextMode } from "../text/text-mode.js";
import { announce } from "../ui/live-region.js";
import { nearest } from "./arrow-keys.js";
import { closeHint } from "./hint.js";
import { whyNoHint, whyNoHold, whyNoRoll } from "./refusals.js";
import { dropChoice } from "./scoring.js";
import { holdWords } from "./turn-words.js";

const OFFERS = "button.offer";
const PRESSED_BY_KEYS = "button, summary";

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

function holdByKey(position) {
  if (!toggleHold(position)) return announce(whyNoHold());
  return announce(holdWords(view.value.seats[actingSeat.value].turn.dice, held.value));
}

function rollByKey() {
  if (!roll()) announce(whyNoRoll());
}

function hintByKey() {
  if (!askHint()) announce(whyNoHint());
}

function undoByKey() {
  if (closeHint()) return;
  if (dropChoice()) announce(gettext("Cancelled."));
}

/** Run the shortcut of `key`; return whether it has one. */
function act(key, onControl) {
  if (/^[1-9]$/.test(key) && Number(key) <= sheet.value.dice) holdByKey(Number(key) - 1);
  else if (key === "r" || key === "R") rollByKey();
  else if (key === " " && !onControl) rollByKey();
  else if (key === "h" || key === "H") hintByKey();
  else if (key === "?") helpOpen.value = true;
  else if (key === "/") openTextMode();
  else if (key === "c" || key === "C") openChat();
  else if (key === "Escape") undoByKey();
  else if (key.startsWith("Arrow")) return moveFocus(key);
  else return false;
  return true;
}

/** Listen to the keyboard, except in text fields and dialogs. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    // A key that is held down must not press a button again and again: it would roll twice.
    if (event.repeat && target.closest(PRESSED_BY_KEYS) && (key === "Enter" || key === " ")) event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !sheet.value) return;
    if (target.closest("input, textarea, select, dialog, [role=tablist]")) return;
    const onControl = Boolean(target.closest("button, a, summary"));
    if (act(key, onControl)) event.preventDefault();
  });
}
