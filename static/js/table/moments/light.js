// Light on the felt and sparks over it.

import { add, middleOf, play } from "./stage.js";

const SPARKS_A_FRAME = 6; // few, so that no frame does all the work
const ROW = 0.38; // where dice lie, as a share of the height of their field; held dice lie below

/** Return the felt and the middle of its dice: {tray, at}, or null if they cannot be seen. */
export function felt() {
  const tray = document.querySelector(".tray");
  const at = middleOf(tray?.querySelector(".dice"));
  return at && { tray, at: { ...at, y: at.y + (ROW - 0.5) * at.height } };
}

/** Let lights of brass fall on the felt, under the dice: [kind, frames, options], "bloom", "rays", "rim" or "dusk". */
export function shine(place, lights) {
  if (!place) return;
  const { tray, at } = place;
  const box = tray.getBoundingClientRect();
  for (const light of lights) addLight(tray, { x: at.x - box.x, y: at.y - box.y }, light);
}

function addLight(tray, { x, y }, [kind, frames, options]) {
  const sheet = add(kind === "dusk" ? "felt-light dark" : "felt-light", { parent: tray });
  sheet.style.setProperty("--light-x", `${x}px`);
  sheet.style.setProperty("--light-y", `${y}px`);
  const light = add(`felt-${kind}`, { parent: sheet });
  const remove = () => sheet.remove();
  light.animate(frames, { fill: "both", ...options }).finished.then(remove, remove);
}

/** Let `count` sparks fly up from a place and fall, a few more with each frame. `random`: like Math.random. */
export function sparks(at, count, { duration, spread = 1, random = Math.random }) {
  const addFrom = (first) => {
    const end = Math.min(count, first + SPARKS_A_FRAME);
    for (let spark = first; spark < end; spark += 1) addSpark(at, spark / (count - 1), spark % 3 === 0, { duration, spread, random });
    if (end < count) requestAnimationFrame(() => addFrom(end));
  };
  addFrom(0);
}

/** `share`: from 0 on the left to 1 on the right. */
function addSpark(at, share, isGlint, { duration, spread, random }) {
  const x = (share - 0.5) * 2 * at.width * 0.62 * spread + (random() - 0.5) * 60;
  const rise = 50 + random() * 110 * spread;
  const size = 0.5 + random() * 0.8;
  play(add(isGlint ? "moment-glint" : "moment-dot", { at: { x: at.x + x * 0.45, y: at.y } }), [
    { transform: "translate(0, 0) scale(0)", opacity: 1, easing: "cubic-bezier(0.1, 0.7, 0.5, 1)" },
    { transform: `translate(${x * 0.4}px, ${-rise}px) scale(${size}) rotate(60deg)`, opacity: 1, offset: 0.45, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
    { transform: `translate(${x * 0.62}px, ${30 - rise * 0.1}px) scale(${size * 0.3}) rotate(160deg)`, opacity: 0 },
  ], { duration: duration * (0.7 + random() * 0.3), delay: random() * duration * 0.14 });
}

/** Return the middle of the dice on the table, or null. */
export function diceMiddle() {
  return felt()?.at ?? null;
}
