import assert from "node:assert/strict";
import test from "node:test";

import { camera } from "../../../../static/js/dice/camera.js";
import { drawn, restPlace } from "../../../../static/js/dice/places.js";
import { angleBetween, axesOf, CUBE_ROTATIONS, lying, NO_TURN, NORMALS, product, relabelled, turnAbout, turned, upperFace } from "../../../../static/js/dice/rotation.js";
import { alongPath, allPaths, flip, slide, still, yawOf } from "../../../../static/js/dice/throw.js";
import { LONGEST_PATH_MS, MAX_LANDING_MS, throwTimes } from "../../../../static/js/dice/times.js";
import { BEGAN, LANE, throwOf } from "./throws.mjs";

const FACES = [1, 2, 3, 4, 5, 6];

test("it knows how long the longest path takes", () => {
  assert.equal(LONGEST_PATH_MS, Math.max(...allPaths().map(({ ms }) => ms)));
});

test("it has the faces of a western die: opposite ones add up to 7, and 1, 2, 3 run counterclockwise", () => {
  for (const face of FACES) assert.deepEqual(NORMALS[7 - face], NORMALS[face].map((value) => (value === 0 ? 0 : -value)));
  const [[a, b, c], [d, e, f], [g, h, i]] = [NORMALS[1], NORMALS[2], NORMALS[3]];
  assert.equal(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g), 1);
});

test("it knows the 24 rotations of a cube, four for each upper face", () => {
  const different = new Set(CUBE_ROTATIONS.map((each) => JSON.stringify(axesOf(each).flat().map(Math.round))));
  assert.equal(different.size, 24);
  for (const face of FACES) assert.equal(CUBE_ROTATIONS.filter((each) => upperFace(each) === face).length, 4);
});

test("it turns as a matrix does, one rotation after the other", () => {
  const quarter = turnAbout([0, 0, 1], Math.PI / 2);
  const tip = turnAbout([1, 0, 0], Math.PI / 2);
  const moved = turned(product(tip, quarter), [1, 0, 0]).map(Math.round);
  assert.deepEqual(moved, [0, 0, 1]); // x becomes y, then y becomes z
});

test("it relabels a movement so that it ends on any face", () => {
  for (const { frames } of allPaths()) {
    for (const face of FACES) {
      const inside = relabelled(frames[0].turn, frames.at(-1).turn, face, NO_TURN);
      assert.equal(upperFace(product(frames.at(-1).turn, inside)), face);
      assert.ok(angleBetween(product(frames[0].turn, inside), NO_TURN) <= Math.PI);
    }
  }
});

test("it has paths that come from 2 edges away, hop, and end flat at 0, 0, 0", () => {
  for (const path of allPaths()) {
    const end = alongPath(path, path.ms);
    assert.deepEqual(end.at.map((value) => Math.abs(value)), [0, 0, 0]);
    assert.ok(Math.max(...axesOf(end.turn).map((axis) => Math.abs(axis[2]))) > 0.9999);
    assert.ok(path.frames[0].at[1] < -2);
    assert.ok(Math.min(...path.frames.map(({ at }) => at[2])) > -0.03, "below the table");
    assert.ok(path.ms <= 700);
  }
});

for (const waited of [0, 30, 160, 900]) {
  for (const side of [null, 0, 1]) {
    test(`it rests on the right faces within ${MAX_LANDING_MS} ms of an answer after ${waited} ms, thrown from ${side ?? "here"}`, () => {
      for (const face of FACES) {
        const { dice, times, answered } = throwOf(5, waited, side, face);
        assert.ok(times.rest - answered <= MAX_LANDING_MS);
        for (const { track, place } of dice) {
          assert.ok(track.until <= times.rest + 0.01);
          const { at, turn, blank } = track.pose(times.rest);
          assert.equal(upperFace(turn), face);
          assert.equal(blank, 0);
          assert.ok(Math.hypot(...at.map((value, index) => value - place.at[index])) < 1e-6);
          const turns = (yawOf(turn) - place.yaw) / (Math.PI / 2);
          assert.ok(Math.abs(turns - Math.round(turns)) < 0.02);
        }
      }
    });
  }
}

test("it never jumps: neither from the hand to the path, nor anywhere on it", () => {
  const { dice, times } = throwOf(5, 120, null, 4);
  for (const { track } of dice) {
    for (let now = BEGAN; now < times.rest + 50; now += 2) {
      const [before, after] = [track.pose(now), track.pose(now + 2)];
      const speed = Math.hypot(...after.at.map((value, at) => value - before.at[at])) / 0.002;
      assert.ok(speed < 32, `${speed} edges a second at ${now - BEGAN}`);
      assert.ok(angleBetween(before.turn, after.turn) / 0.002 < 75, `turns too fast at ${now - BEGAN}`);
    }
  }
});

test("it leaves the hand with the speed and the spin that the die has there", () => {
  const { dice, times } = throwOf(5, 500, null, 2);
  dice.forEach(({ track }, order) => {
    const at = times.releases[order];
    const speed = (from, to) => track.pose(to).at.map((value, index) => (value - track.pose(from).at[index]) / (to - from));
    const [before, after] = [speed(at - 1, at), speed(at, at + 1)];
    assert.ok(Math.hypot(...after.map((value, index) => value - before[index])) * 1000 < 1.5);
    const spin = (from, to) => angleBetween(track.pose(from).turn, track.pose(to).turn) / (to - from);
    assert.ok(Math.abs(spin(at - 1, at) - spin(at, at + 1)) * 1000 < 4);
  });
});

test("it releases the dice one after the other, 60 ms apart", () => {
  const { releases } = throwTimes({ count: 5, began: 0, answered: 400 });
  assert.deepEqual(releases, [400, 460, 520, 580, 640]);
});

test("it slides a die to a place, and leaves one that is there alone", () => {
  const from = still({ at: [0, 0, 0.5], turn: lying(3, 0, NO_TURN), blank: 0 });
  const to = { at: [0, -1, 0.5], turn: lying(3, 0.2, NO_TURN), blank: 0 };
  const track = slide(from, to, 100, 200);
  assert.deepEqual(track.pose(100).at, [0, 0, 0.5]);
  assert.deepEqual(track.pose(300).at, [0, -1, 0.5]);
  assert.equal(slide(track, to, 300, 200).until, 0);
});

test("it turns a die over from where it lies, without a cut, at the short level of motion", () => {
  const from = still({ at: [0, 0, 0.5], turn: lying(3, 0, NO_TURN), blank: 0 });
  const to = { at: [0, 0.1, 0.5], turn: lying(5, 0.2, NO_TURN), blank: 0 };
  const track = flip(from, to, 100, 240);
  assert.ok(angleBetween(track.pose(100).turn, from.pose(100).turn) < 1e-6);
  assert.ok(angleBetween(track.pose(340).turn, to.turn) < 1e-6);
  assert.deepEqual(track.pose(340).at, to.at);
  assert.ok(track.pose(220).at[2] > 0.8);
});

test("it draws the same angle for everybody, and another for the next roll", () => {
  assert.equal(drawn("g/0/1/1/2/yaw"), drawn("g/0/1/1/2/yaw"));
  const many = Array.from({ length: 2000 }, (_, at) => drawn(`g/0/1/${at}/yaw`));
  const mean = many.reduce((sum, value) => sum + value, 0) / many.length;
  assert.ok(Math.abs(mean - 0.5) < 0.03 && Math.min(...many) >= 0 && Math.max(...many) < 1);
  assert.notDeepEqual(restPlace(0, LANE, "a"), restPlace(0, LANE, "b"));
});

test("it shows an edge at the origin with the size that was asked for, and farther ones smaller", () => {
  const cam = camera({ x: 200, y: 100, die: 60 });
  const { x, y, scale } = cam.point([0, 0, 0]);
  assert.deepEqual([x, y, scale].map((value) => Math.round(value * 1e6) / 1e6), [200, 100, 60]);
  assert.ok(cam.point([0, 2, 0]).scale < 60 && cam.point([0, -2, 0]).scale > 60);
  // Seen from 66 degrees: depth shrinks by its sine, height by its cosine.
  const [, up] = cam.around([0, 0, 0]).flat([0, 0, 1]);
  const [, away] = cam.around([0, 0, 0]).flat([0, 1, 0]);
  assert.ok(Math.abs(-up / 60 - Math.cos((66 * Math.PI) / 180)) < 0.03);
  assert.ok(Math.abs(-away / 60 - Math.sin((66 * Math.PI) / 180)) < 0.03);
});
