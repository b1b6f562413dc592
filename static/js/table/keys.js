// The keyboard at a table: ? help, / text mode, and those of a game (game/keyboard.js).

import { isPlainPress, pressedKey } from "../ui/pressed-key.js";
import { helpOpen } from "./state/dialogs.js";
import { gamePart } from "./state/parts.js";
import { sheet } from "./state/state.js";
import { keepEarlyKey } from "./text/early-keys.js";
import { openTextMode } from "./text/text-mode.js";

const PRESSED_BY_KEYS = "button, summary";

/** Run the shortcut of `key`; return whether it has one. */
function act(key, onControl) {
  if (key === "?") helpOpen.value = true;
  else if (key === "/") openTextMode();
  else return gamePart.code.value?.gameKey(key, onControl) ?? false;
  return true;
}

/** Listen to the keyboard, except in text fields and dialogs. */
export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (keepEarlyKey(event)) return event.preventDefault();
    // A key that is held down must not press a button again and again: it would roll twice.
    if (event.repeat && target.closest(PRESSED_BY_KEYS) && (key === "Enter" || key === " ")) event.preventDefault();
    if (!isPlainPress(event) || event.repeat || !sheet.value) return;
    // The focus is outside a dialog after a button in it has vanished.
    if (document.querySelector("dialog[open]") || target.closest("input, textarea, select, [role=tablist]")) return;
    const onControl = Boolean(target.closest("button, a, summary"));
    if (act(pressedKey(event), onControl)) event.preventDefault();
  });
}
