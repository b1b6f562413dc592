import assert from "node:assert/strict";
import test from "node:test";

import { restPlace } from "../../../../static/js/dice/places.js";
import { BEGAN, LANE, throwOf } from "./throws.mjs";

const FRAME_MS = 1000 / 60;
const TOUCHING = 0.95; // edges between the middles: cubes that are nearer overlap however they are turned

/** The corners of a die that lies flat, and points along its edges. */
function rim({ at: [x, y], yaw }) {
  const [cos, sin] = [Math.cos(yaw) / 2, Math.sin(yaw) / 2];
  return Array.from({ length: 40 }, (_, step) => {
    const along = (step % 10) / 5 - 1;
    const [a, b] = [[along, -1], [1, along], [-along, 1], [-1, -along]][Math.floor(step / 10)];
    return [x + a * cos - b * sin, y + a * sin + b * cos];
  });
}

function isInside({ at: [x, y], yaw }, [px, py]) {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)];
  const [dx, dy] = [px - x, py - y];
  return Math.abs(dx * cos + dy * sin) < 0.5 && Math.abs(dy * cos - dx * sin) < 0.5;
}

for (const lane of [LANE, 1.2, 1.08]) {
  test(`it lays dice in columns ${lane} edges wide so that none lies on another`, () => {
    for (let roll = 0; roll < 600; roll += 1) {
      const [left, right] = [0, 1].map((column) => restPlace(column * lane, lane, `${roll}/${column}`));
      assert.ok(!rim(left).some((point) => isInside(right, point)), `roll ${roll}`);
      assert.ok(!rim(right).some((point) => isInside(left, point)), `roll ${roll}`);
    }
  });
}

/** Return in which share of the frames of some throws two dice are in one place. */
function overlapping(side, count) {
  let [frames, bad] = [0, 0];
  for (let roll = 0; roll < 25; roll += 1) {
    const { dice, times } = throwOf(count, 60 + (roll % 3) * 150, side, 1 + (roll % 6), `roll ${roll}`);
    for (let now = BEGAN + 60; now < times.rest; now += FRAME_MS) {
      const middles = dice.map(({ track }) => track.pose(now).at);
      const near = middles.some((a, at) => middles.slice(0, at).some((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) < TOUCHING));
      frames += 1;
      if (near) bad += 1;
    }
  }
  return bad / frames;
}

for (const side of [null, -1, 0, 1]) {
  for (const count of [2, 3, 5]) {
    test(`it throws ${count} dice from ${side ?? "here"} past each other, not through each other`, () => {
      assert.equal(overlapping(side, count), 0);
    });
  }
}
