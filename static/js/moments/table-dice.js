// Tells the dice on the table to celebrate.

import { hopping, rising } from "./dice-tracks.js";

/** Return the positions of the dice, the lowest face first. */
export function byFace(faces) {
  return faces.map((_, position) => position).sort((a, b) => faces[a] - faces[b] || a - b);
}

/** Let every die move as `trackOf(track, position, now)` says. */
function perform(trackOf) {
  document.querySelector(".dice")?.dispatchEvent(new CustomEvent("celebrate", { detail: trackOf }));
}

/** Let the dice at `positions` hop, one `apart` ms after the other. */
export function hop(positions, { duration, apart }) {
  perform((track, position, now) => hopping(track, now + positions.indexOf(position) * apart, duration));
}

const WAVE = 0.045; // of the duration, from one die to the next

/** Let all dice rise, turn once around, and settle again, within `duration` ms. */
export function rise({ duration }) {
  perform((track, position, now) => rising(track, now + position * WAVE * duration, duration * 0.8));
}
