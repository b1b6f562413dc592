// Keys: 1, 2, ... hold, R or Space rolls, arrows move between boxes. A key that can do nothing says why.

import { moveFocus } from "../scorecard/offer-keys.js";
import { announce } from "../ui/live-region.js";
import { isPlainPress, pressedKey } from "../ui/pressed-key.js";
import { game, holdByKey, roll, turn, whyNot } from "./state.js";

/** Do what a key stands for; return whether it stands for anything. */
function press(key, onControl) {
  if (/^[1-9]$/.test(key)) holdByKey(Number(key) - 1);
  else if (key === "r" || (key === " " && !onControl)) roll() || announce(whyNot());
  else return key.startsWith("Arrow") && moveFocus(key);
  return true;
}

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (!game.value || !turn.value || !isPlainPress(event) || event.target.closest("input, textarea, select, dialog, details.menu")) return;
    if (press(pressedKey(event), event.target.closest("button, a, summary") !== null)) event.preventDefault();
  });
}
