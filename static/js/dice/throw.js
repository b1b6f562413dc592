// How dice move: thrown along a simulated path, shaken while the server has not answered, or pushed by hand. Pure.
// A track is {pose(now), until}: the pose at a time in ms, and when it no longer changes. A pose is
// {at: [x, y, z], turn: quaternion, blank: 0 (faces show pips) to 1 (faces show the emblem)}.

import { FRAME_MS, FRAMES, PATHS, POSITION_SCALE, ROTATION_SCALE } from "./paths.js";
import { angleBetween, axesOf, axisAngle, between, inverse, lying, NO_TURN, product, relabelled, turnAbout, turned, unit, yawTurn } from "./rotation.js";
import { GATHER_MS } from "./times.js";

/** How long a thrown die takes to join its path. */
export const MERGE_MS = 170;
const SHAKE_RADIUS = 0.16;
const SPIN_UP_MS = 55;

function smooth(share) {
  const t = Math.min(1, Math.max(0, share));
  return t * t * (3 - 2 * t);
}

function mixed(from, to, share) {
  return from.map((value, at) => value + (to[at] - value) * share);
}

// --- Paths ----------------------------------------------------------------------------------

/** Return the angle about the vertical at which a flat die lies, -pi/4 to pi/4. */
export function yawOf(rotation) {
  const axis = axesOf(rotation).find(([, , z]) => Math.abs(z) < 0.5);
  const quarter = Math.PI / 2;
  return ((((Math.atan2(axis[1], axis[0]) + quarter / 2) % quarter) + quarter) % quarter) - quarter / 2;
}

function mirrored({ frames }) {
  return pathOf(frames.map(({ at: [x, y, z], turn: [w, a, b, c] }) => ({ at: [-x, y, z], turn: [w, a, -b, -c] })));
}

function pathOf(frames) {
  const first = axisAngle(product(frames[1].turn, inverse(frames[0].turn)));
  return { frames, yaw: yawOf(frames.at(-1).turn), axis: first.axis, speed: first.angle / FRAME_MS, ms: (frames.length - 1) * FRAME_MS };
}

function decoded() {
  const bytes = Uint8Array.from(atob(PATHS), (letter) => letter.charCodeAt(0));
  const values = new DataView(bytes.buffer);
  let place = 0;
  const next = (scale) => {
    place += 2;
    return values.getInt16(place - 2, true) / scale;
  };
  const frame = () => ({
    at: Array.from({ length: 3 }, () => next(POSITION_SCALE)),
    turn: unit(Array.from({ length: 4 }, () => next(ROTATION_SCALE))),
  });
  return FRAMES.map((count) => pathOf(Array.from({ length: count }, frame)));
}

let paths = null;

/** Return all paths, and their mirror images. Each ends at 0, 0, 0. */
export function allPaths() {
  paths ??= decoded().flatMap((path) => [path, mirrored(path)]);
  return paths;
}

/** Return {at, turn} on a path after `ms`. */
export function alongPath({ frames }, ms) {
  const place = Math.min(Math.max(0, ms / FRAME_MS), frames.length - 1);
  const before = Math.min(Math.floor(place), frames.length - 2);
  const share = place - before;
  const [from, to] = [frames[before], frames[before + 1]];
  return { at: mixed(from.at, to.at, share), turn: between(from.turn, to.turn, share) };
}

/** Return the smallest angle that turns a square as `angle` does. */
export function wrapped(angle) {
  const quarter = Math.PI / 2;
  return angle - Math.round(angle / quarter) * quarter;
}

// --- Tracks ---------------------------------------------------------------------------------

export function still(pose) {
  return { pose: () => pose, until: 0 };
}

/** Push a die to the pose `to`, with a small hop. */
export function slide(track, to, now, ms) {
  const from = track.pose(now);
  const far = Math.hypot(from.at[0] - to.at[0], from.at[1] - to.at[1]);
  if (far < 0.01 && angleBetween(from.turn, to.turn) < 0.01 && from.blank === to.blank) return still(to);
  const hop = Math.min(0.35, far * 0.3);
  const pose = (at) => {
    const share = smooth((at - now) / ms);
    const place = mixed(from.at, to.at, share);
    place[2] += hop * 4 * share * (1 - share);
    return { at: place, turn: between(from.turn, to.turn, share), blank: from.blank + (to.blank - from.blank) * share };
  };
  return { pose, until: now + ms };
}

/** Turn a die once over onto its new face, with a hop: the short level of motion. */
export function flip(track, to, now, ms) {
  const from = track.pose(now);
  const pose = (at) => {
    const share = smooth((at - now) / ms);
    const place = mixed(from.at, to.at, share);
    place[2] += 2 * share * (1 - share);
    const turn = product(turnAbout([1, 0, 0], -2 * Math.PI * share), between(from.turn, to.turn, share));
    return { at: place, turn, blank: from.blank * (1 - share) };
  };
  return { pose, until: now + ms };
}

/**
 * Pick a die up and shake it in the hand at `hand`, until it is thrown. It spins about `axis` with `speed` (radians
 * per ms), with which it will leave the hand, too.
 */
export function shake(track, { hand, axis, speed }, now) {
  const from = track.pose(now);
  const pose = (at) => {
    const ms = Math.max(0, at - now);
    const lifted = smooth(ms / (GATHER_MS + 30));
    const angle = speed * (ms - SPIN_UP_MS * (1 - Math.exp(-ms / SPIN_UP_MS)));
    const swing = ms / 62;
    const shaken = [
      hand[0] + SHAKE_RADIUS * Math.sin(swing),
      hand[1] + SHAKE_RADIUS * Math.cos(swing * 0.83),
      hand[2] + SHAKE_RADIUS * Math.sin(swing * 1.31 + 1),
    ];
    const turn = product(turnAbout(axis, angle), from.turn);
    return { at: mixed(from.at, shaken, lifted), turn, blank: from.blank * (1 - smooth(ms / 90)) };
  };
  return { pose, until: Infinity };
}

function velocity(track, now) {
  const [before, after] = [track.pose(now - 4).at, track.pose(now + 4).at];
  return before.map((value, at) => (after[at] - value) / 8);
}

/** A cubic from `offset` with the slope `slope` (per ms) at 0 to 0 with the slope 0 after `ms`. */
function fading(offset, slope, ms) {
  return (time) => {
    const t = Math.min(1, Math.max(0, time / ms));
    const stay = 1 - t * t * (3 - 2 * t);
    const swing = t * (1 - t) * (1 - t) * ms;
    return offset.map((value, at) => value * stay + slope[at] * swing);
  };
}

/** Return the path in the world: it ends at `place` at the angle `yaw`, and comes from `heading`; `rate` is its speed. */
function placedPath({ path, heading, place, yaw, rate }) {
  const twist = wrapped(yaw - heading - path.yaw);
  return (ms) => {
    const { at, turn } = alongPath(path, ms * rate);
    const share = smooth((ms * rate) / path.ms);
    const moved = turned(yawTurn(heading), at);
    return {
      at: moved.map((value, index) => value + place[index]),
      turn: product(yawTurn(heading + twist * share), turn),
    };
  };
}

/**
 * Throw the die of `track` at `release`: it leaves its pose there with the speed that it has, joins the path, and ends
 * in the pose `to` at `rest`, with `face` up.
 */
export function thrown(track, { path, heading, face, to, yaw, release, rest }) {
  const rate = Math.max(1, path.ms / (rest - release));
  const world = placedPath({ path, heading, place: to.at, yaw, rate });
  const from = track.pose(release);
  const first = world(0);
  const inside = relabelled(first.turn, world(path.ms).turn, face, from.turn);
  const swing = product(from.turn, inverse(product(first.turn, inside)));
  const slope = velocity(track, release).map((value, at) => value - (world(1).at[at] - first.at[at]));
  const offset = fading(from.at.map((value, at) => value - first.at[at]), slope, MERGE_MS);
  const pose = (now) => {
    if (now < release) return track.pose(now);
    const ms = now - release;
    const { at, turn } = world(ms);
    const left = between(swing, NO_TURN, smooth(ms / (1.4 * MERGE_MS)));
    const more = offset(ms);
    return { at: at.map((value, index) => value + more[index]), turn: product(left, product(turn, inside)), blank: 0 };
  };
  return { pose, until: release + path.ms / rate, end: { ...to, turn: lying(face, yaw, pose(release + path.ms).turn) } };
}
