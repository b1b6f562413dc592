// A victory: signal flags are hoisted over the result, and light falls on it.

import { sparks } from "./light.js";
import { add, middleOf, play } from "./stage.js";

const FLAGS = 8; // kinds of flags in the sprite
const FLAG_PX = 40;
// How long the flags hang, and how many sparks fly: most after a narrow end.
const VICTORIES = { narrow: { duration: 4200, sparks: 40 }, usual: { duration: 2600, sparks: 26 }, far: { duration: 1800, sparks: 14 } };
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

/** Celebrate the end of a game, for all but those who have lost it; with sparks for the winner. */
export function bunting({ seats, alone, margin, lost }, { mine, pace }) {
  const result = lost ? null : document.querySelector(".result");
  if (!result) return;
  const { duration, sparks: count } = VICTORIES[margin];
  const box = result.getBoundingClientRect();
  hoist(box, duration * pace);
  const at = middleOf(result.querySelector("h1, h2"));
  if (!at || !(alone || seats.includes(mine))) return;
  const most = pace === 1 ? count : Math.ceil(count / 2);
  sparks({ ...at, width: box.width * 0.8 }, most, { duration: 1500 * pace });
  if (margin === "narrow") setTimeout(() => sparks({ ...at, width: box.width * 0.8 }, most, { duration: 1500 * pace }), 1100 * pace);
}
