// Keys: 1, 2, ... hold, R rolls, N goes on, arrows move between boxes.

import { holdWords } from "../dice/holds.js";
import { nearest } from "../scorecard/arrow-keys.js";
import { announce } from "../ui/live-region.js";
import { goOn, held, puzzle, roll, toggleHold } from "./state.js";

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

function hold(position) {
  if (!toggleHold(position)) return false;
  announce(holdWords(puzzle.value.dice, held.value));
  return true;
}

/** Do what a key stands for; return whether it stands for anything. */
function press(key, onControl) {
  if (/^[1-9]$/.test(key)) return hold(Number(key) - 1);
  if (key === "r" || key === "R" || (key === " " && !onControl)) return roll();
  if (key === "n" || key === "N") return goOn();
  return key.startsWith("Arrow") && moveFocus(key);
}

export function listenToKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, details.menu")) return;
    if (press(event.key, event.target.closest("button, a, summary") !== null)) event.preventDefault();
  });
}
