// The order in which dice leave the hand, and the path of each, so that they keep clear of each other. Pure.

import { FRAME_MS } from "./paths.js";
import { allPaths, MERGE_MS, wrapped } from "./throw.js";
import { MAX_LANDING_MS, throwTimes } from "./times.js";

const SAMPLE_FRAMES = 2;
const SAMPLE_MS = FRAME_MS * SAMPLE_FRAMES;
const SAMPLES = Math.ceil(MAX_LANDING_MS / SAMPLE_MS);
const CLEAR = 1.4; // edges between the middles of two dice that cannot touch
const TWIST_WEIGHT = 0.3; // the cost of a turn that is not in the path itself
const ORDERS_DRAWN = 8;

/** Return where the middle of a die is, one place for each `SAMPLE_MS`: in the hand, on the path, at rest. */
function wayOf({ hand, place: { at }, heading, path, release }) {
  const [cos, sin] = [Math.cos(heading), Math.sin(heading)];
  const turned = ([x, y, z]) => [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos, at[2] + z];
  const first = turned(path.frames[0].at);
  return Array.from({ length: SAMPLES }, (_, sample) => {
    const ms = sample * SAMPLE_MS - release;
    if (ms < 0) return hand;
    const place = turned(path.frames[Math.min(Math.round(ms / FRAME_MS), path.frames.length - 1)].at);
    const joined = Math.min(1, ms / MERGE_MS);
    const apart = 1 - joined * joined * (3 - 2 * joined);
    return place.map((value, axis) => value + (hand[axis] - first[axis]) * apart);
  });
}

/** Return a measure of how long and how near two dice come to each other. */
function crowding(way, other) {
  let sum = 0;
  for (let at = 0; at < SAMPLES; at += 1) {
    const [x, y, z] = way[at];
    const [a, b, c] = other[at];
    const square = (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2;
    if (square < CLEAR * CLEAR) sum += (CLEAR - Math.sqrt(square)) ** 2;
  }
  return sum;
}

/** Return how the die is thrown at `release` along the path that suits it best, with its `cost` and its `way`. */
function bestThrow({ hand, place }, release, others) {
  const heading = Math.atan2(hand[0] - place.at[0], place.at[1] - hand[1]);
  const free = allPaths().filter((path) => others.every((other) => other.path !== path));
  const candidates = free.map((path) => {
    const way = wayOf({ hand, place, heading, path, release });
    const twist = wrapped(place.yaw - heading - path.yaw);
    const crowd = others.reduce((sum, other) => sum + crowding(way, other.way), 0);
    return { heading, path, way, cost: crowd + TWIST_WEIGHT * twist * twist };
  });
  return candidates.reduce((best, each) => (each.cost < best.cost ? each : best));
}

function throwsOf(dice, order, releases) {
  const chosen = [];
  for (const die of order) chosen.push({ die, ...bestThrow(dice[die], releases[chosen.length], chosen) });
  return { chosen, cost: chosen.reduce((sum, { cost }) => sum + cost, 0) };
}

/** Return some orders of `count` dice: from left to right, back, and drawn ones. */
function ordersOf(count, draw) {
  const row = Array.from({ length: count }, (_, die) => die);
  const drawn = Array.from({ length: ORDERS_DRAWN }, (_, attempt) => {
    const keys = row.map((die) => draw(`${attempt}/${die}`));
    return [...row].sort((a, b) => keys[a] - keys[b]);
  });
  return [...drawn, row, row.toReversed()];
}

/**
 * Return {die, heading, path} for each of `dice` in the order in which they leave the hand; `die` is an index. A die is
 * {hand: [x, y, z], place: {at, yaw}}. `draw(text)` returns a number from 0 to 1 that depends on the text only.
 */
export function plansOf(dice, draw) {
  const { releases } = throwTimes({ count: dice.length, began: 0, answered: 0 });
  const first = releases[0] ?? 0;
  const times = releases.map((release) => release - first);
  const tried = ordersOf(dice.length, draw).map((order) => throwsOf(dice, order, times));
  return tried.reduce((best, each) => (each.cost < best.cost ? each : best)).chosen;
}
