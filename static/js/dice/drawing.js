// Draws dice on a canvas: rounded cubes, lit faces, hollow pips, shadows. It knows nothing of games.
//
// A rounded cube is what eight spheres at its corners enclose: flat faces, quarter cylinders along the edges, and
// eighths of the spheres. All of them are drawn with the colours of the same light, so that they join without a seam.

import { FORWARD, UP } from "./camera.js";
import { css, LIGHT, shaded } from "./look.js";
import { axesOf, sideOf } from "./rotation.js";

const AXES = [0, 1, 2];
const SIGNS = [-1, 1];
const CORNERS = SIGNS.flatMap((a) => SIGNS.flatMap((b) => SIGNS.map((c) => [a, b, c])));
const EDGES = AXES.flatMap((axis) => [-1, 1].flatMap((a) => [-1, 1].map((b) => ({ i: (axis + 1) % 3, j: (axis + 2) % 3, k: axis, a, b }))));
const FACE_OF = [{ 1: 2, "-1": 5 }, { 1: 3, "-1": 4 }, { 1: 1, "-1": 6 }]; // by axis and sign, as NORMALS in rotation.js
const SPACING = 0.245;
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  5: [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]],
  6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
  7: [[-1, -1], [-1, 0], [-1, 1], [0, 0], [1, -1], [1, 0], [1, 1]],
  8: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]],
  9: [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 0], [0, 1], [1, -1], [1, 0], [1, 1]],
};
const PIP_RADIUS = 0.092;
const LARGE_PIP_RADIUS = 0.135; // of the 1
const ARC_STEPS = 4; // of an edge that is large on the screen
const SMALL_ARC_STEPS = 2;
const SMALL_ARC_PX = 9;
const SPRITE_PX = 48;
const FRAME = 0.12; // around a held die, on both sides together
const SIDE_PIPS = 0.3; // how strong pips are that face the side: the upper face is what counts

function scaled(v, factor) {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}

function sum(a, b) {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// --- Pictures that are drawn once -------------------------------------------------------------

function newCanvas() {
  if (typeof document === "undefined") return new OffscreenCanvas(SPRITE_PX, SPRITE_PX); // in a worker
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SPRITE_PX;
  return canvas;
}

function picture(colourAt) {
  const canvas = newCanvas();
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(SPRITE_PX, SPRITE_PX);
  for (let y = 0; y < SPRITE_PX; y++) {
    for (let x = 0; x < SPRITE_PX; x++) {
      const place = [((x + 0.5) / SPRITE_PX) * 2 - 1, 1 - ((y + 0.5) / SPRITE_PX) * 2];
      image.data.set(colourAt(place), (y * SPRITE_PX + x) * 4);
    }
  }
  pen.putImageData(image, 0, 0);
  return canvas;
}

/** A lit sphere, as the camera sees it. */
function spherePicture(look) {
  return picture(([x, y]) => {
    const far = Math.hypot(x, y);
    const flat = Math.min(1, far);
    const z = Math.sqrt(1 - flat * flat);
    const [sx, sy] = far > 1 ? [x / far, y / far] : [x, y];
    const normal = sum(sum([sx, 0, 0], scaled(UP, sy)), scaled(FORWARD, -z));
    const edge = Math.max(0, Math.min(1, (1 - far) * SPRITE_PX * 0.5 + 0.5));
    return [...shaded(look, normal), edge * 255];
  });
}

/** A soft black square with round corners; `inner` is where it begins to fade, 0 to 1. */
function shadowPicture(inner, round) {
  return picture(([x, y]) => {
    const across = Math.max(0, Math.abs(x) - inner + round);
    const along = Math.max(0, Math.abs(y) - inner + round);
    const far = Math.hypot(across, along) - round;
    const share = 1 - Math.min(1, Math.max(0, far / (1 - inner)));
    return [0, 8, 14, 255 * share * share * (3 - 2 * share)];
  });
}

const prepared = new Map(); // there are few looks

/** Return a look with the pictures that `drawDie` and `drawShadow` need. */
export function preparedLook(look) {
  const key = JSON.stringify(look);
  if (!prepared.has(key)) {
    const pictures = { sphere: spherePicture(look), contact: shadowPicture(0.72, 0.2), cast: shadowPicture(0.3, 0.3) };
    prepared.set(key, { ...look, ...pictures });
  }
  return prepared.get(key);
}

// --- Shadows ----------------------------------------------------------------------------------

/** Draw a picture on the table at `x`, `y`, turned by `yaw`, `size` edges wide. */
function layDown(pen, cam, picture, [x, y], yaw, size, alpha) {
  const { x: px, y: py, flat } = cam.around([x, y, 0]);
  const [ax, ay] = flat([Math.cos(yaw), Math.sin(yaw), 0]);
  const [bx, by] = flat([-Math.sin(yaw), Math.cos(yaw), 0]);
  pen.save();
  pen.transform(ax, ay, bx, by, px, py);
  pen.globalAlpha = alpha;
  pen.drawImage(picture, -size / 2, -size / 2, size, size);
  pen.restore();
}

/** Draw the shadow of a die on the table: dark where it touches, soft and farther away when it flies. */
export function drawShadow(pen, cam, look, { at: [x, y, z], turn }) {
  const height = Math.max(0, z - 0.5);
  const axis = axesOf(turn).find(([, , up]) => Math.abs(up) < 0.72) ?? [1, 0, 0];
  const yaw = Math.atan2(axis[1], axis[0]);
  const flat = Math.max(0, 1 - height * 5);
  const drift = 0.5 + height * 0.5;
  const place = [x - LIGHT[0] * drift * 0.55, y - LIGHT[1] * drift * 0.75 - 0.05];
  layDown(pen, cam, look.cast, place, yaw, 2.05 + height * 0.55, 0.5 / (1 + height * 0.9));
  if (flat > 0) layDown(pen, cam, look.contact, [x + 0.03, y - 0.03], yaw, 1.36, 0.72 * flat);
}

// --- Dice -------------------------------------------------------------------------------------

/** Return how a die appears on the screen: its axes, visible sides and sizes. */
function bodyOf(cam, { at, turn }, round) {
  const { x, y, scale, eye, flat } = cam.around(at);
  const axes = axesOf(turn);
  const facing = axes.map((axis) => dot(axis, eye));
  return { x, y, scale, axes, facing, flat, inner: 0.5 - round, round };
}

function onScreen({ x, y, flat }, v) {
  const [dx, dy] = flat(v);
  return [x + dx, y + dy];
}

function polygon(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], at) => (at === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}

/** The outline of the inner cube: six corners, all except the nearest and the farthest one. */
function outline(body) {
  const [a, b, c] = body.facing.map((value) => (value >= 0 ? 1 : -1));
  const corners = [[a, b, -c], [a, -b, -c], [a, -b, c], [-a, -b, c], [-a, b, c], [-a, b, -c]];
  return corners.map((signs) => onScreen(body, corner(body, signs)));
}

function corner({ axes, inner }, signs) {
  return AXES.reduce((total, at) => sum(total, scaled(axes[at], signs[at] * inner)), [0, 0, 0]);
}

function drawHull(pen, body, fill, more) {
  polygon(pen, outline(body));
  pen.lineJoin = "round";
  pen.lineWidth = 2 * body.round * body.scale + more;
  pen.strokeStyle = fill;
  pen.fillStyle = fill;
  pen.fill();
  pen.stroke();
}

/** Draw light around a die that a hint keeps. */
export function drawHalo(pen, cam, look, pose) {
  const body = bodyOf(cam, pose, look.round);
  const gold = css(look.ring);
  pen.save();
  pen.shadowColor = gold;
  pen.shadowBlur = body.scale * 0.3;
  drawHull(pen, body, gold, body.scale * 0.12);
  pen.restore();
}

/** Draw a frame around a held die: the nearer the die is to its `place` on the rail, the brighter. */
export function drawFrame(pen, cam, look, place, pose) {
  const far = Math.hypot(place.at[0] - pose.at[0], place.at[1] - pose.at[1]) + Math.abs(pose.at[2] - place.at[2]);
  if (far > 1) return;
  const body = bodyOf(cam, pose, look.round);
  pen.save();
  pen.globalAlpha = 1 - far;
  drawHull(pen, body, css(look.ring), Math.max(4, body.scale * FRAME));
  pen.restore();
}

function drawCorners(pen, body, look) {
  const size = body.round * body.scale;
  const nearness = (signs) => dot(body.facing, signs);
  // From far to near: a far corner must not cover a near one.
  const corners = CORNERS.filter((signs) => signs.some((sign, at) => body.facing[at] * sign >= 0));
  for (const signs of corners.sort((one, other) => nearness(one) - nearness(other))) {
    const [x, y] = onScreen(body, corner(body, signs));
    pen.drawImage(look.sphere, x - size, y - size, size * 2, size * 2);
  }
}

/** Draw the visible part of a quarter cylinder between the sides `a` of axis `i` and `b` of axis `j`. */
function drawEdge(pen, body, look, { i, j, k, a, b }) {
  const one = body.facing[i] * a;
  const other = body.facing[j] * b;
  if (one <= 0 && other <= 0) return;
  const [from, to] = one > 0 ? [scaled(body.axes[i], a), scaled(body.axes[j], b)] : [scaled(body.axes[j], b), scaled(body.axes[i], a)];
  // The arc ends where the surface turns away from the eye.
  const end = one > 0 && other > 0 ? Math.PI / 2 : Math.atan2(Math.max(one, other), -Math.min(one, other));
  const normal = (angle) => sum(scaled(from, Math.cos(angle)), scaled(to, Math.sin(angle)));
  const middle = sum(scaled(body.axes[i], a * body.inner), scaled(body.axes[j], b * body.inner));
  const half = scaled(body.axes[k], body.inner);
  const [startX, startY] = onScreen(body, sum(middle, scaled(from, body.round)));
  const [endX, endY] = onScreen(body, sum(middle, scaled(normal(end), body.round)));
  const [hx, hy] = body.flat(half);
  const length = Math.hypot(hx, hy) || 1;
  // The gradient runs across the edge.
  const across = ((endX - startX) * -hy + (endY - startY) * hx) / length;
  const [gx, gy] = [(-hy / length) * across, (hx / length) * across];
  if (Math.abs(across) < 0.2) return;
  const gradient = pen.createLinearGradient(startX, startY, startX + gx, startY + gy);
  const whole = 1 - Math.cos(end) + Math.sin(end);
  // Overlap the face, which is drawn on top, a little, so that no gap shows.
  const [ox, oy] = [(-gx / Math.abs(across)) * 0.6, (-gy / Math.abs(across)) * 0.6];
  const steps = body.round * body.scale < SMALL_ARC_PX ? SMALL_ARC_STEPS : ARC_STEPS;
  const near = [[startX - hx + ox, startY - hy + oy]];
  const far = [[startX + hx + ox, startY + hy + oy]];
  for (let step = 0; step <= steps; step++) {
    const angle = (end * step) / steps;
    const turned = normal(angle);
    gradient.addColorStop(Math.min(1, (1 - Math.cos(angle) + Math.sin(angle)) / whole), css(shaded(look, turned), look.alpha));
    const [x, y] = onScreen(body, sum(middle, scaled(turned, body.round)));
    near.push([x - hx, y - hy]);
    far.push([x + hx, y + hy]);
  }
  polygon(pen, [...near, ...far.reverse()]);
  pen.fillStyle = gradient;
  pen.fill();
}

/** Point the pen at a side of the die: its unit is an edge, its origin the middle of the side. */
function enterFace(pen, body, axis, sign) {
  const [u, v] = [body.axes[(axis + 1) % 3], body.axes[(axis + 2) % 3]];
  const [x, y] = onScreen(body, scaled(body.axes[axis], sign * 0.5));
  const [ax, ay] = body.flat(u);
  const [bx, by] = body.flat(v);
  pen.transform(ax, ay, bx, by, x, y);
  return { u, v };
}

/** Return how strong the pips of a face with the normal `n` are. */
function pipStrength([, , up]) {
  const share = Math.min(1, Math.max(0, (up - 0.25) / 0.5));
  return SIDE_PIPS + (1 - SIDE_PIPS) * share;
}

function drawPips(pen, look, face, lightX, lightY) {
  const radius = face === 1 ? LARGE_PIP_RADIUS : PIP_RADIUS;
  const colour = look.pips[sideOf(face) - 1];
  const dark = colour.map((value) => value * (0.55 + (0.35 * Math.max(...colour)) / 255));
  const bright = colour.map((value) => value + (255 - value) * (0.16 + 0.2 * look.gloss));
  // A hollow: its wall is dark towards the light and bright on the far side.
  const gradient = pen.createLinearGradient(lightX * radius, lightY * radius, -lightX * radius, -lightY * radius);
  gradient.addColorStop(0, css(dark));
  gradient.addColorStop(0.55, css(colour));
  gradient.addColorStop(1, css(bright));
  for (const [x, y] of PIPS[face]) {
    const [px, py] = [x * SPACING, y * SPACING];
    pen.translate(px, py);
    pen.beginPath();
    pen.arc(-lightX * radius * 0.14, -lightY * radius * 0.14, radius * 1.05, 0, 7);
    pen.fillStyle = css(look.edge, 0.55);
    pen.fill();
    pen.beginPath();
    pen.arc(0, 0, radius, 0, 7);
    pen.fillStyle = gradient;
    pen.fill();
    pen.translate(-px, -py);
  }
}

/** Return by how much to turn a picture on the side with the axes `u` and `v`, so that its top is up on the screen. */
function upright(body, u, v) {
  const [, ux] = body.flat(u);
  const [, vy] = body.flat(v);
  if (Math.abs(vy) > Math.abs(ux)) return vy < 0 ? 0 : Math.PI;
  return ux < 0 ? -Math.PI / 2 : Math.PI / 2;
}

/** A sailing boat, on the faces of a die that has not been rolled. */
function drawEmblem(pen, look, alpha) {
  pen.globalAlpha = alpha * 0.5;
  pen.fillStyle = css(look.pips[1]);
  pen.beginPath();
  pen.moveTo(0.02, 0.25);
  pen.lineTo(0.02, -0.1);
  pen.lineTo(0.24, -0.1);
  pen.closePath();
  pen.moveTo(-0.03, 0.18);
  pen.lineTo(-0.03, -0.1);
  pen.lineTo(-0.19, -0.1);
  pen.closePath();
  pen.moveTo(-0.24, -0.15);
  pen.lineTo(0.26, -0.15);
  pen.lineTo(0.17, -0.25);
  pen.lineTo(-0.16, -0.25);
  pen.closePath();
  pen.fill();
  pen.globalAlpha = 1;
}

function drawFace(pen, body, look, axis, sign, { blank, face }) {
  pen.save();
  const { u, v } = enterFace(pen, body, axis, sign);
  const half = body.inner + 0.004;
  const normal = scaled(body.axes[axis], sign);
  const [lightX, lightY] = [dot(LIGHT, u), dot(LIGHT, v)];
  const colour = shaded(look, normal);
  const gradient = pen.createLinearGradient(lightX * half, lightY * half, -lightX * half, -lightY * half);
  const lean = Math.hypot(lightX, lightY) > 0.01;
  gradient.addColorStop(0, css(colour.map((value) => value * 1.035), look.alpha));
  gradient.addColorStop(1, css(colour.map((value) => value * 0.955), look.alpha));
  pen.fillStyle = lean ? gradient : css(colour, look.alpha);
  pen.fillRect(-half, -half, 2 * half, 2 * half);
  if (blank < 1) {
    pen.globalAlpha = (1 - blank) * pipStrength(normal);
    const side = FACE_OF[axis][sign];
    drawPips(pen, look, face > 6 && side === sideOf(face) ? face : side, lightX, lightY);
    pen.globalAlpha = 1;
  }
  if (blank > 0) {
    pen.rotate(upright(body, u, v));
    drawEmblem(pen, look, blank);
  }
  pen.restore();
}

/** The pips of the sides turned away, seen through a translucent die. */
function drawFarPips(pen, body, look, axis, sign) {
  pen.save();
  enterFace(pen, { ...body, axes: body.axes.map((each) => scaled(each, 0.8)) }, axis, sign);
  pen.globalAlpha = 0.24;
  pen.fillStyle = css(look.edge);
  for (const [x, y] of PIPS[FACE_OF[axis][sign]]) {
    pen.beginPath();
    pen.arc(x * SPACING, y * SPACING, PIP_RADIUS, 0, 7);
    pen.fill();
  }
  pen.restore();
}

/** Draw a die in the pose {at, turn, blank}, of a die with more than six faces also its `face`; `look` is a result of `preparedLook`. */
export function drawDie(pen, cam, look, pose) {
  const body = bodyOf(cam, pose, look.round);
  const toward = body.facing.map((value) => (value >= 0 ? 1 : -1));
  if (look.outline) drawHull(pen, body, css(look.pips[1]), Math.max(2, body.scale * 0.07));
  drawHull(pen, body, css(shaded(look, [0, -0.6, 0.8])), 0);
  drawCorners(pen, body, look);
  if (look.alpha < 1 && pose.blank < 0.5) for (const axis of AXES) drawFarPips(pen, body, look, axis, -toward[axis]);
  for (const edge of EDGES) drawEdge(pen, body, look, edge);
  for (const axis of AXES) if (Math.abs(body.facing[axis]) > 0.01) drawFace(pen, body, look, axis, toward[axis], pose);
}
