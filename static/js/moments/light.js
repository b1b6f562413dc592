// Light on the felt and sparks over it.

import { add, middleOf, play } from "./stage.js";

const ROW = 0.38; // where dice lie, of the height of their field; below are those that are held

/** Return the felt and the middle of its dice, or null if they cannot be seen. */
function felt() {
  const tray = document.querySelector(".tray");
  const at = middleOf(tray?.querySelector(".dice"));
  return at && { tray, at: { ...at, y: at.y + (ROW - 0.5) * at.height } };
}

/** Let brass light fall on the felt, under the dice: "bloom", "rays", "rim" or "dusk". */
export function shine(kind, frames, options) {
  const place = felt();
  if (!place) return;
  const { tray, at } = place;
  const box = tray.getBoundingClientRect();
  const sheet = add(kind === "dusk" ? "felt-light dark" : "felt-light", { parent: tray });
  sheet.style.setProperty("--light-x", `${at.x - box.x}px`);
  sheet.style.setProperty("--light-y", `${at.y - box.y}px`);
  const light = add(`felt-${kind}`, { parent: sheet });
  const remove = () => sheet.remove();
  light.animate(frames, { fill: "both", ...options }).finished.then(remove, remove);
}

/** Let `count` sparks fly up from a place and fall. `random` as Math.random. */
export function sparks(at, count, { duration, spread = 1, random = Math.random }) {
  for (let spark = 0; spark < count; spark += 1) {
    const x = (spark / (count - 1) - 0.5) * 2 * at.width * 0.62 * spread + (random() - 0.5) * 60;
    const rise = 50 + random() * 110 * spread;
    const size = 0.5 + random() * 0.8;
    play(add(spark % 3 ? "moment-dot" : "moment-glint", { at: { x: at.x + x * 0.45, y: at.y } }), [
      { transform: "translate(0, 0) scale(0)", opacity: 1, easing: "cubic-bezier(0.1, 0.7, 0.5, 1)" },
      { transform: `translate(${x * 0.4}px, ${-rise}px) scale(${size}) rotate(60deg)`, opacity: 1, offset: 0.45, easing: "cubic-bezier(0.5, 0, 0.9, 0.6)" },
      { transform: `translate(${x * 0.62}px, ${30 - rise * 0.1}px) scale(${size * 0.3}) rotate(160deg)`, opacity: 0 },
    ], { duration: duration * (0.7 + random() * 0.3), delay: random() * duration * 0.14 });
  }
}

/** Return the middle of the dice on the table, or null. */
export function diceMiddle() {
  return felt()?.at ?? null;
}
