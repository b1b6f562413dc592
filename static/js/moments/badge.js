// A small brass sign that appears at a place, such as "+35" at a bonus.

import { add, move, play } from "./stage.js";

/** Show `text` above `place` after `delay` ms, for `duration` ms. */
export function badge(text, place, { duration, delay = 0 }) {
  if (!place) return;
  const { x, y, height } = place.at;
  const isHigh = y < 96;
  const side = isHigh ? 1 : -1;
  const start = { x, y: y + side * (height / 2 + 4) };
  play(add("moment-badge", { at: start, text }), [
    { transform: "translateY(0) scale(0.5)", opacity: 0, easing: "cubic-bezier(0.3, 1.5, 0.5, 1)" },
    { transform: `translateY(${side * 14}px) scale(1)`, opacity: 1, offset: 0.22 },
    { transform: `translateY(${side * 18}px) scale(1)`, opacity: 1, offset: 0.78 },
    { transform: `translateY(${side * 34}px) scale(0.96)`, opacity: 0 },
  ], { duration, delay });
  move(place.target, [{ transform: "scale(1)" }, { transform: "scale(1.06)" }, { transform: "scale(1)" }], { duration: 320, delay });
}
