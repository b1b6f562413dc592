// What the screen shows while there is no table to watch: throws of five dice, and what they would score.

import { gettext } from "../language/language.js";
import { motion } from "../settings/settings.js";
import { throwDice } from "../watching/dice.js";

const EVERY_MS = 4200;
const HANDS = [
  { faces: [6, 6, 2, 6, 2], box: () => gettext("Full house") },
  { faces: [4, 4, 4, 4, 4], box: () => gettext("Five of a kind") },
  { faces: [1, 2, 3, 4, 5], box: () => gettext("Straight") },
  { faces: [5, 5, 1, 5, 5], box: () => gettext("Four of a kind") },
  { faces: [2, 3, 4, 5, 6], box: () => gettext("Straight") },
];

/** Throw the dice in `screen` again and again while `isIdle()`. Without motion they rest. */
export function throwWhileIdle(screen, isIdle) {
  const dice = screen.querySelector(".tv-dice");
  const words = screen.querySelector(".tv-idle-text");
  let thrown = 0;
  setInterval(() => {
    if (!isIdle() || motion.value === "none" || document.visibilityState !== "visible") return;
    const { faces, box } = HANDS[thrown % HANDS.length];
    [...dice.children].forEach((die, position) => (die.dataset.face = faces[position]));
    throwDice(dice, { seat: thrown, data: { hold: [] } });
    words.textContent = box();
    thrown += 1;
  }, EVERY_MS);
}
