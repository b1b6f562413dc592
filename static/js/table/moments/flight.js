// Points fly from the dice to their box, or to the player's chip if the box cannot be seen.

import { add, move, play } from "./stage.js";

export const FLIGHT_MS = 460;
const STEPS = 12;
const PALE = 0.3; // as .written.writing in css/table-moments.css
const TRAIL = 5;
const TRAIL_MS = 26;

/** Return keyframes along an arc from the place of the element, by `by` {x, y}. */
function arc(by, scales, opacities) {
  const lift = Math.min(120, Math.hypot(by.x, by.y) * 0.25);
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const linear = step / STEPS;
    const way = linear * linear * (3 - 2 * linear);
    const x = by.x * way;
    const y = by.y * way - lift * 4 * way * (1 - way);
    const mix = ([from, to]) => from + (to - from) * way;
    return { transform: `translate(${x}px, ${y}px) scale(${mix(scales)})`, opacity: mix(opacities) };
  });
}

function trail(from, by, duration) {
  for (let dot = 1; dot <= TRAIL; dot += 1) {
    const frames = arc(by, [1 - dot * 0.12, 0.3], [0.75 - dot * 0.12, 0]);
    play(add("moment-dot", { at: from }), frames, { duration, delay: dot * TRAIL_MS });
  }
}

/** Let `text` fly from one place to another in `duration` ms. */
export function fly(text, from, place, duration) {
  const by = { x: place.at.x - from.x, y: place.at.y - from.y };
  trail(from, by, duration);
  play(add("moment-points number", { at: from, text }), arc(by, [1.5, 0.8], [1, 0.9]), { duration });
  const written = place.target.classList.contains("written");
  // The number is in its box all the time, but pale until the flying one arrives.
  if (written) move(place.target, [{ opacity: PALE }, { opacity: PALE, offset: 0.92 }, { opacity: 1 }], { duration });
  play(add("moment-ring", { at: place.at }), [
    { transform: "scale(0.4)", opacity: 0.9 },
    { transform: "scale(1.5)", opacity: 0 },
  ], { duration: 380, delay: duration * 0.92, easing: "ease-out", fill: "backwards" });
}

/** Let a coin fly from a box to the bonus that it brings nearer. */
export function coin(from, place, { delay, duration }) {
  const by = { x: place.at.x - from.at.x, y: place.at.y - from.at.y };
  // It appears only when it leaves.
  play(add("moment-coin", { at: from.at }), arc(by, [0.5, 1], [1, 1]), { delay, duration, fill: "none" });
  move(place.target, [{ transform: "scale(1)" }, { transform: "scale(1.12)" }, { transform: "scale(1)" }], { delay: delay + duration * 0.9, duration: 260 });
}
