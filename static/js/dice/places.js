// Where dice lie: on the felt, on the rail, in a hand. Pure. css/dice.css has the same measures.
// Every die keeps its column. Angles and offsets are derived from a text, so that all players see the same.

const REST_HEIGHT = 0.5;
/** The height of the field, and where its middle row is, from its top; in edges of a die on the screen. */
export const ORIGIN = 1.2;
const HELD_Y = -1.08; // the middle of the rail
const FAR_Y = 0.44; // where another player's dice wait: the words above must stay free
const FAR_ASIDE = 0.4; // how far from the middle those of the outermost player are
const CLOSE = 0.84; // distance of waiting dice, as a share of their distance on the table
const HAND_Y = 2.4;
const HAND_HEIGHT = 1.35;
const SPREAD_X = 0.09;
const SPREAD_Y = 0.13;
const SPREAD_YAW = 0.3; // radians to either side
const GAP = 0.1; // between two dice at least
const HELD_YAW = 0.05;
const FIST = 0.95; // distance of dice in a hand, as a share of their distance on the table
const HAND_LIFT = 0.6; // of every second die, so that none touches the next one
const HAND_BACK = 0.5;
const ASIDE = 1.6; // how far from the middle the outermost opponent's hand is

/** Return a number from 0 to 1 that depends only on the text (FNV-1a, then mixed). */
export function drawn(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

function around(text, spread) {
  return (drawn(text) * 2 - 1) * spread;
}

/** Return how far the corners of a die that lies turned by `yaw` are from its middle, to either side. */
function halfWidth(yaw) {
  return (Math.abs(Math.cos(yaw)) + Math.abs(Math.sin(yaw))) / 2;
}

/**
 * Return {at, yaw} of a die on the felt in the column at `x`, which is `lane` wide; `text` names the roll. It stays in
 * its column, corners included, as far as a column has room.
 */
export function restPlace(x, lane, text) {
  const free = Math.max(0, lane - GAP - 1) / 2;
  const most = Math.min(SPREAD_YAW, 2 * free);
  const yaw = around(`${text}/yaw`, most);
  const spread = Math.min(SPREAD_X, Math.max(0, (lane - GAP) / 2 - halfWidth(yaw)));
  return { at: [x + around(`${text}/x`, spread), around(`${text}/y`, SPREAD_Y), REST_HEIGHT], yaw };
}

/** Return {at, yaw} of a die on the rail. */
export function heldPlace(x, text) {
  return { at: [x, HELD_Y, REST_HEIGHT], yaw: around(`${text}/held`, HELD_YAW) };
}

/** Return {at, yaw} of a die that waits before another player, at the far edge. `side`: as in `handPlace`. */
export function farPlace(x, side, text) {
  return { at: [x * CLOSE + (side ?? 0) * FAR_ASIDE, FAR_Y, REST_HEIGHT], yaw: around(`${text}/far`, HELD_YAW) };
}

/**
 * Return where the die at `position` is shaken. `side`: null for my hand at the near edge; for others' at the far edge,
 * from -1 (left) to 1 (right).
 */
export function handPlace(x, position, side) {
  const second = position % 2;
  const y = HAND_Y + second * HAND_BACK;
  return [x * FIST + (side ?? 0) * ASIDE, side === null ? -y : y, HAND_HEIGHT + second * HAND_LIFT];
}
