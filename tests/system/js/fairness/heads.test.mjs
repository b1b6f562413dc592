import assert from "node:assert/strict";
import test from "node:test";

import { conflicting, withHead } from "../../../../static/js/fairness/heads.js";

const head = (index, hash = `h${index}`) => ({ index, hash, at: index });

test("it keeps places in order, each once, and never replaces one", () => {
  const heads = [9, 3, 9, 5].reduce((all, index) => withHead(all, head(index)), []);
  assert.deepEqual(heads.map(({ index }) => index), [3, 5, 9]);
  assert.equal(withHead(heads, head(5, "other")), heads);
});

test("it finds a second hash for the same place", () => {
  const heads = [head(3), head(5)];
  assert.equal(conflicting(heads, head(5, "other")).hash, "h5");
  assert.equal(conflicting(heads, head(5)), null);
  assert.equal(conflicting(heads, head(4, "new")), null);
});

test("it keeps the first, the newest and an even choice of those between", () => {
  let heads = [];
  for (let index = 1; index <= 1000; index += 1) heads = withHead(heads, head(index));
  assert.equal(heads.length, 64);
  assert.equal(heads[0].index, 1);
  assert.equal(heads.at(-1).index, 1000);
  const gaps = heads.slice(1).map(({ index }, at) => index - heads[at].index);
  assert.ok(Math.max(...gaps) <= 64, String(gaps));
});
