import assert from "node:assert/strict";
import test from "node:test";

import { hopHeight, hopping, riseHeight, rising } from "../../../../static/js/dice/celebrations.js";
import { byFace } from "../../../../static/js/table/moments/table-dice.js";

const REST = { at: [1, 2, 0.5], turn: [1, 0, 0, 0], blank: 0 };
const LYING = { pose: () => REST, until: 0 };
const SHARES = Array.from({ length: 101 }, (_, at) => at / 100);

for (const [name, track] of [["rise", rising], ["hop", hopping]]) {
  test(`it begins and ends a ${name} as the die lay`, () => {
    const { pose, until } = track(LYING, 1000, 500);
    assert.equal(until, 1500);
    for (const now of [900, 1000, 1500, 9000]) assert.deepEqual(pose(now), REST);
  });

  test(`it lifts a die in a ${name} from its place, never through the table`, () => {
    const { pose } = track(LYING, 0, 100);
    const heights = SHARES.map((share) => pose(share * 100).at);
    assert.ok(heights.every(([x, y, z]) => x >= 1 && x < 1.1 && y === 2 && z >= 0.5));
    assert.ok(Math.max(...heights.map(([, , z]) => z)) > 1);
  });
}

test("it moves without a jump", () => {
  for (const height of [riseHeight, hopHeight]) {
    const steps = SHARES.slice(1).map((share, at) => Math.abs(height(share) - height(SHARES[at])));
    assert.ok(Math.max(...steps) < 0.12);
  }
});

test("it turns a die about the vertical only, half around in the middle of the turn", () => {
  const [w, x, y, z] = rising(LYING, 0, 100).pose(42).turn;
  assert.ok(Math.abs(w) < 1e-9 && x === 0 && y === 0 && Math.abs(Math.abs(z) - 1) < 1e-9);
});

test("it lets the lowest die of a straight hop first", () => {
  assert.deepEqual(byFace([4, 2, 6, 3, 5]), [1, 3, 0, 4, 2]);
});
