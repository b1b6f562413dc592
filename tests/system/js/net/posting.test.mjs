// What people read when a card is too large, also where a proxy says so without any words.

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document ??= { cookie: "", documentElement: { dataset: {} }, querySelector: () => null, getElementById: () => null };
const { post } = await import("../../../../static/js/net/posting.js");

test("a card that is too large is named as the reason, by all that refuse it", async () => {
  for (const body of ["The request is too large.", "<html>413</html>", '{"error":{"code":"too_large","message":"The scorecard is too large."}}']) {
    globalThis.fetch = async () => new Response(body, { status: 413 });
    assert.equal((await post("/scorecard/keep/1/", "{}")).problem, "The scorecard is too large.");
  }
});
