// A victory: signal flags are hoisted over the result, and light falls on it.

import { sparks } from "./light.js";
import { add, middleOf, play } from "./stage.js";

const FLAGS = 8; // kinds of flags in the sprite
const FLAG_PX = 40;
const VICTORY_MS = 2600;
const SVG = "http://www.w3.org/2000/svg";

function flag(number, at) {
  const hung = add("moment-flag", { at });
  if (!hung) return null;
  const drawing = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#flag-${number % FLAGS}`);
  drawing.append(use);
  hung.append(drawing);
  return hung;
}

/** Return how far a line that hangs over `width` has sunk at `share` of it. */
function sag(share, width) {
  return 4 * share * (1 - share) * Math.min(26, width * 0.05);
}

function hoist(box, duration) {
  const count = Math.max(5, Math.floor(box.width / FLAG_PX));
  for (let index = 0; index < count; index += 1) {
    const share = (index + 0.5) / count;
    const at = { x: box.left + share * box.width, y: box.top + sag(share, box.width) };
    const sway = index % 2 ? 5 : -5;
    play(flag(index, at), [
      { transform: "translateY(-46px) rotate(0deg)", opacity: 0, easing: "cubic-bezier(0.2, 1.2, 0.4, 1)" },
      { transform: `translateY(0) rotate(${sway}deg)`, opacity: 1, offset: 0.2, easing: "ease-in-out" },
      { transform: `translateY(0) rotate(${-sway * 0.6}deg)`, opacity: 1, offset: 0.5, easing: "ease-in-out" },
      { transform: `translateY(0) rotate(${sway * 0.4}deg)`, opacity: 1, offset: 0.82, easing: "ease-in" },
      { transform: "translateY(-30px) rotate(0deg)", opacity: 0 },
    ], { duration, delay: Math.abs(share - 0.5) * 260 });
  }
}

/** Celebrate the end of a game: with flags for everybody, with sparks for the winner. */
export function bunting({ seats, alone }, { mine, pace }) {
  const result = document.querySelector(".result");
  if (!result) return;
  const box = result.getBoundingClientRect();
  hoist(box, VICTORY_MS * pace);
  const at = middleOf(result.querySelector("h1, h2"));
  if (at && (alone || seats.includes(mine))) sparks({ ...at, width: box.width * 0.8 }, pace === 1 ? 26 : 12, { duration: 1500 * pace });
}
