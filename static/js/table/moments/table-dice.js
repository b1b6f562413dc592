// Tells the dice on the table to celebrate.

/** Return the positions of the dice, the lowest face first. */
export function byFace(faces) {
  return faces.map((_, position) => position).sort((a, b) => faces[a] - faces[b] || a - b);
}

/** `celebration`: see `DiceScene.celebrate`. */
function perform(celebration) {
  document.querySelector(".dice")?.dispatchEvent(new CustomEvent("celebrate", { detail: celebration }));
}

/** Let the dice at `positions` hop, one `apart` ms after the other. */
export function hop(positions, { duration, apart }) {
  perform({ kind: "hop", order: positions, duration, apart });
}

const WAVE = 0.045; // of the duration, from one die to the next

/** Let all dice rise, turn once around, and settle again, within `duration` ms. */
export function rise({ duration }) {
  perform({ kind: "rise", order: null, duration: duration * 0.8, apart: WAVE * duration });
}
