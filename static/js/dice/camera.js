// The view of the table: from the near edge, 66 degrees above it, so that the upper faces are what one reads. Pure.
// World: x to the right, y away from the viewer, z up, in edges of a die. Screen: px, y down.

const ELEVATION = (66 * Math.PI) / 180;
const SIN = Math.sin(ELEVATION);
const COS = Math.cos(ELEVATION);
const DISTANCE = 17; // from the camera to its target
const TARGET = [0, -0.5, 0.4];

/** The direction that the camera looks in. */
export const FORWARD = [0, COS, -SIN];
export const UP = [0, SIN, COS];
const PLACE = TARGET.map((value, at) => value - FORWARD[at] * DISTANCE);

function relative([x, y, z]) {
  const back = [x - PLACE[0], y - PLACE[1], z - PLACE[2]];
  return {
    back,
    right: back[0],
    up: back[1] * SIN + back[2] * COS,
    depth: back[1] * COS - back[2] * SIN,
  };
}

/**
 * Return a camera that shows the origin of the table at the point `x`, `y` of the screen; an edge there has `die` px.
 */
export function camera({ x, y, die }) {
  const zero = relative([0, 0, 0]);
  const focus = die * zero.depth;
  const shiftX = x - (focus * zero.right) / zero.depth;
  const shiftY = y + (focus * zero.up) / zero.depth;

  /** Return {x, y, scale, depth} of a point. */
  function point(at) {
    const { right, up, depth } = relative(at);
    return { x: shiftX + (focus * right) / depth, y: shiftY - (focus * up) / depth, scale: focus / depth, depth };
  }

  /** Return a function that maps short vectors at the point `at` to the screen, and `eye`, the direction to the camera. */
  function around(at) {
    const { back, right, up, depth } = relative(at);
    const scale = focus / depth;
    const far = Math.hypot(...back);
    return {
      ...point(at),
      eye: back.map((value) => -value / far),
      flat([vx, vy, vz]) {
        const deep = vy * COS - vz * SIN;
        return [scale * (vx - (right / depth) * deep), -scale * (vy * SIN + vz * COS - (up / depth) * deep)];
      },
    };
  }

  return { point, around };
}
