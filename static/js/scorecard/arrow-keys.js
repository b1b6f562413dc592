// Arrow keys: find the next box in a direction. Pure.

const AXES = {
  ArrowUp: { along: "y", across: "x", sign: -1 },
  ArrowDown: { along: "y", across: "x", sign: 1 },
  ArrowLeft: { along: "x", across: "y", sign: -1 },
  ArrowRight: { along: "x", across: "y", sign: 1 },
};
const SIDEWAYS = 4; // distance across the direction counts this many times as much

/**
 * Return the index of the point in `points` ({x, y}) that is nearest to `from` in the direction of
 * `key`, or -1 if there is none.
 */
export function nearest(points, from, key) {
  const { along, across, sign } = AXES[key];
  let best = -1;
  let least = Infinity;
  points.forEach((point, index) => {
    const ahead = (point[along] - from[along]) * sign;
    if (ahead <= 1) return;
    const cost = ahead + SIDEWAYS * Math.abs(point[across] - from[across]);
    if (cost < least) [best, least] = [index, cost];
  });
  return best;
}
