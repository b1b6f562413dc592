// How dice celebrate where they lie: they hop, or rise and turn once around. Pure. A track is {pose(now), until}, as in
// throw.js.

import { product, yawTurn } from "./rotation.js";

const HIGHEST = 0.64; // edges of a die above its place
const WIDER = 0.09; // added share of the distance from the middle, at the top: corners need room to turn
const HOP = 0.55;
const BOUNCE = 0.09;

function smooth(share) {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}

/** Return the height of a throw between 0 and 1. */
function parabola(share) {
  return share <= 0 || share >= 1 ? 0 : 4 * share * (1 - share);
}

/** Return the height at `share` of a rise: up, a moment of rest in the air, down, a small bounce. */
export function riseHeight(share) {
  if (share < 0.34) return HIGHEST * (1 - (1 - share / 0.34) ** 3);
  if (share < 0.6) return HIGHEST;
  if (share < 0.84) return HIGHEST * (1 - ((share - 0.6) / 0.24) ** 2);
  return BOUNCE * parabola((share - 0.84) / 0.16);
}

/** Return the height at `share` of a hop, with a small bounce after it. */
export function hopHeight(share) {
  return share < 0.74 ? HOP * parabola(share / 0.74) : BOUNCE * parabola((share - 0.74) / 0.26);
}

function moving(track, start, ms, poseAt) {
  const rest = track.pose(start);
  const pose = (now) => {
    const share = (now - start) / ms;
    return share <= 0 || share >= 1 ? rest : poseAt(rest, share);
  };
  return { pose, until: start + ms };
}

/** Let the die of `track` rise, turn once around, and settle where it lay; from the time `start`, for `ms`. */
export function rising(track, start, ms) {
  return moving(track, start, ms, (rest, share) => {
    const [x, y, z] = rest.at;
    const height = riseHeight(share);
    const turn = product(yawTurn(2 * Math.PI * smooth(share / 0.84)), rest.turn);
    return { ...rest, at: [x * (1 + (WIDER * height) / HIGHEST), y, z + height], turn };
  });
}

/** Let the die of `track` hop; from the time `start`, for `ms`. */
export function hopping(track, start, ms) {
  return moving(track, start, ms, (rest, share) => {
    const [x, y, z] = rest.at;
    return { ...rest, at: [x, y, z + hopHeight(share)] };
  });
}
