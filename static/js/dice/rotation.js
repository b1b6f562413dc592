// Rotations as unit quaternions [w, x, y, z], and the rotations of a cube. Pure.
// World: x to the right, y away from the viewer, z up. The edge of a die is 1.

export const NO_TURN = [1, 0, 0, 0];

/** The outward normal of each face, in the die's own axes. Opposite faces add up to 7. */
export const NORMALS = {
  1: [0, 0, 1],
  2: [1, 0, 0],
  3: [0, 1, 0],
  4: [0, -1, 0],
  5: [-1, 0, 0],
  6: [0, 0, -1],
};

/** Return the rotation by `right`, then by `left`. */
export function product([w, x, y, z], [a, b, c, d]) {
  return [
    w * a - x * b - y * c - z * d,
    w * b + x * a + y * d - z * c,
    w * c - x * d + y * a + z * b,
    w * d + x * c - y * b + z * a,
  ];
}

export function inverse([w, x, y, z]) {
  return [w, -x, -y, -z];
}

/** Return the rotation by `angle` (radians) about the unit vector `axis`. */
export function turnAbout([x, y, z], angle) {
  const sin = Math.sin(angle / 2);
  return [Math.cos(angle / 2), x * sin, y * sin, z * sin];
}

/** Return the rotation about the vertical. */
export function yawTurn(angle) {
  return turnAbout([0, 0, 1], angle);
}

/** Return the axes of a rotated body: three unit vectors. */
export function axesOf([w, x, y, z]) {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
}

/** Return the vector `v` turned by `rotation`. */
export function turned(rotation, v) {
  const [a, b, c] = axesOf(rotation);
  return [0, 1, 2].map((at) => a[at] * v[0] + b[at] * v[1] + c[at] * v[2]);
}

function dot(left, right) {
  return left[0] * right[0] + left[1] * right[1] + left[2] * right[2] + left[3] * right[3];
}

function scaled(rotation, factor) {
  return rotation.map((each) => each * factor);
}

/** Return a quaternion with the length 1. */
export function unit(rotation) {
  return scaled(rotation, 1 / Math.sqrt(dot(rotation, rotation)));
}

/** Return the angle between two rotations, 0 to pi. */
export function angleBetween(left, right) {
  return 2 * Math.acos(Math.min(1, Math.abs(dot(left, right))));
}

/** Return the rotation at `share` (0 to 1) of the shorter way from `from` to `to` (Shoemake 1985). */
export function between(from, to, share) {
  const cos = dot(from, to);
  const near = cos < 0 ? scaled(to, -1) : to;
  const angle = Math.acos(Math.min(1, Math.abs(cos)));
  if (angle < 1e-4) return near;
  const sin = Math.sin(angle);
  const a = Math.sin((1 - share) * angle) / sin;
  const b = Math.sin(share * angle) / sin;
  return [0, 1, 2, 3].map((at) => from[at] * a + near[at] * b);
}

/** Return {axis, angle} of a rotation, angle 0 to pi. */
export function axisAngle(rotation) {
  const [w, x, y, z] = rotation[0] < 0 ? scaled(rotation, -1) : rotation;
  const sin = Math.hypot(x, y, z);
  if (sin < 1e-6) return { axis: [0, 0, 1], angle: 0 };
  return { axis: [x / sin, y / sin, z / sin], angle: 2 * Math.atan2(sin, w) };
}

function cubeRotations() {
  const quarter = Math.PI / 2;
  const tips = [
    NO_TURN,
    turnAbout([1, 0, 0], quarter),
    turnAbout([1, 0, 0], 2 * quarter),
    turnAbout([1, 0, 0], -quarter),
    turnAbout([0, 1, 0], quarter),
    turnAbout([0, 1, 0], -quarter),
  ];
  return tips.flatMap((tip) => [0, 1, 2, 3].map((turns) => product(yawTurn(turns * quarter), tip)));
}

/** The 24 rotations that map a cube onto itself. */
export const CUBE_ROTATIONS = cubeRotations();

/** Return the face that is uppermost. */
export function upperFace(rotation) {
  const heights = axesOf(rotation).map((axis) => axis[2]);
  const at = [0, 1, 2].reduce((best, each) => (Math.abs(heights[each]) > Math.abs(heights[best]) ? each : best), 0);
  const up = [0, 0, 0].with(at, Math.sign(heights[at]));
  return Number(Object.keys(NORMALS).find((face) => NORMALS[face].every((value, index) => value === up[index])));
}

/** The four ways to lie with each face up, at right angles. */
const LYING = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((face) => [face, CUBE_ROTATIONS.filter((each) => upperFace(each) === face)]),
);

function nearest(rotations, to) {
  return rotations.reduce((best, each) => (angleBetween(each, to) < angleBetween(best, to) ? each : best));
}

/** Return the side of the cube that shows `face`: a die with more than six faces is drawn as a cube, too. */
export function sideOf(face) {
  return ((face - 1) % 6) + 1;
}

/** Return how a die lies with `face` up, turned by `yaw`: the one of four ways that is nearest to the rotation `to`. */
export function lying(face, yaw, to) {
  const ways = LYING[sideOf(face)].map((each) => product(yawTurn(yaw), each));
  return nearest(ways, to);
}

/**
 * A body moves from `start` to `end`, both rotations, and ends flat. Return how to turn a die inside it so that it ends
 * with `face` up, and starts as near to the rotation `to` as possible.
 */
export function relabelled(start, end, face, to) {
  const fitting = CUBE_ROTATIONS.filter((each) => upperFace(product(end, each)) === sideOf(face));
  return fitting.reduce((best, each) =>
    angleBetween(product(start, each), to) < angleBetween(product(start, best), to) ? each : best,
  );
}
