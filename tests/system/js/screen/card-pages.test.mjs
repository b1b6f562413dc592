import assert from "node:assert/strict";
import { test } from "node:test";

import { pageAt, pagesOf } from "../../../../static/js/screen/card-pages.js";

test("it shows all cards at once where twelve columns are enough", () => {
  assert.deepEqual(pagesOf(2, 1), [[0, 1]]);
  assert.deepEqual(pagesOf(12, 1), [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]);
  assert.deepEqual(pagesOf(4, 3), [[0, 1, 2, 3]]);
});

test("it makes pages of about the same size, with every seat once", () => {
  assert.deepEqual(pagesOf(16, 1).map((page) => page.length), [8, 8]);
  assert.deepEqual(pagesOf(5, 3), [[0, 1, 2], [3, 4]]);
  for (let seats = 1; seats <= 16; seats += 1) {
    for (const columns of [1, 3, 6, 20]) {
      const pages = pagesOf(seats, columns);
      assert.deepEqual(pages.flat(), Array.from({ length: seats }, (_, at) => at));
      assert.ok(pages.every((page) => page.length === 1 || page.length * columns <= 12));
    }
  }
});

test("it shows the card of who plays, else one page after the other", () => {
  const pages = [[0, 1], [2, 3], [4]];
  assert.equal(pageAt(pages, 3, 0, 1000), 1);
  assert.equal(pageAt(pages, 4, 5000, 1000), 2);
  assert.deepEqual([0, 999, 1000, 2500, 3000].map((now) => pageAt(pages, undefined, now, 1000)), [0, 0, 1, 2, 0]);
});
