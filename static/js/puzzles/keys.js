// Keys: 1, 2, ... hold, R rolls, N goes on, arrows move between boxes. A key that can do nothing says why.

import { holdWords } from "../dice/holds.js";
import { moveFocus } from "../scorecard/offer-keys.js";
import { announce } from "../ui/live-region.js";
import { isPlainPress, pressedKey } from "../ui/pressed-key.js";
import { whyNoHold, whyNoRoll, whyNotOn } from "./refusals.js";
import { goOn, held, puzzle, roll, toggleHold } from "./state.js";

function hold(position) {
  if (!toggleHold(position)) return announce(whyNoHold(position));
  announce(holdWords(puzzle.value.dice, held.value));
}

function rollByKey() {
  if (!roll()) announce(whyNoRoll());
}

function goOnByKey() {
  if (!goOn()) announce(whyNotOn());
}

/** Do what a key stands for; return whether it stands for anything. */
function press(key, onControl) {
  if (/^[1-9]$/.test(key)) hold(Number(key) - 1);
  else if (key === "r" || (key === " " && !onControl)) rollByKey();
  else if (key === "n") goOnByKey();
  else return key.startsWith("Arrow") && moveFocus(key);
  return true;
}

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (!isPlainPress(event) || event.target.closest("input, textarea, select, details.menu")) return;
    if (press(pressedKey(event), event.target.closest("button, a, summary") !== null)) event.preventDefault();
  });
}
