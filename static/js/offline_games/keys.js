// Keys: 1, 2, ... hold, R or Space rolls, arrows move between boxes. A key that can do nothing says why.

import { nearest } from "../scorecard/arrow-keys.js";
import { announce } from "../ui/live-region.js";
import { isPlainPress, pressedKey } from "../ui/pressed-key.js";
import { game, holdByKey, roll, turn, whyNot } from "./state.js";

const OFFERS = "button.offer";

function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

function moveFocus(key) {
  const offers = [...document.querySelectorAll(OFFERS)].filter((each) => each.offsetParent);
  const now = offers.indexOf(document.activeElement);
  if (now < 0) offers[0]?.focus();
  else offers[nearest(offers.map(centre), centre(offers[now]), key)]?.focus();
  return offers.length > 0;
}

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
