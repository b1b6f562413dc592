// A small brass sign that appears at a place, such as "+35" at a bonus.

import { add, move, play } from "./stage.js";

const MARGIN_PX = 6; // from the edges of the window

/** Move an added sign to the side until all of it is in the window. */
function keepInside(sign, x) {
  const half = sign.offsetWidth / 2 + MARGIN_PX;
  sign.style.left = `${Math.max(half, Math.min(innerWidth - half, x))}px`;
}

/** Show `text` above `place` after `delay` ms, for `duration` ms. */
export function badge(text, place, { duration, delay = 0 }) {
  if (!place) return;
  const { x, y, height } = place.at;
  const isHigh = y < 96;
  const side = isHigh ? 1 : -1;
  // Below a chip at the top of the page it covers the chip's edge, not what is under it.
  const start = { x, y: isHigh ? y + height / 2 - 12 : y - height / 2 - 4 };
  const sign = add("moment-badge", { at: start, text });
  if (sign) keepInside(sign, x);
  play(sign, [
    { transform: "translateY(0) scale(0.5)", opacity: 0, easing: "cubic-bezier(0.3, 1.5, 0.5, 1)" },
    { transform: `translateY(${side * 14}px) scale(1)`, opacity: 1, offset: 0.22 },
    { transform: `translateY(${side * 18}px) scale(1)`, opacity: 1, offset: 0.78 },
    { transform: `translateY(${side * 34}px) scale(0.96)`, opacity: 0 },
  ], { duration, delay });
  move(place.target, [{ transform: "scale(1)" }, { transform: "scale(1.06)" }, { transform: "scale(1)" }], { duration: 320, delay });
}
