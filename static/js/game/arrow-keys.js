// Moving through boxes with the arrow keys: which one lies next in a direction. Pure.

const AXES = {
  ArrowUp: { along: "y", across: "x", sign: -1 },
  ArrowDown: { along: "y", across: "x", sign: 1 },
  ArrowLeft: { along: "x", across: "y", sign: -1 },
  ArrowRight: { along: "x", across: "y", sign: 1 },
};
const SIDEWAYS = 4; // a step aside costs this much more than a step ahead

/**
 * Return the index of the point of `points` ({x, y}) that lies next to `from` in the direction of
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
