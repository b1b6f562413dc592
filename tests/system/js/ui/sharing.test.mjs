import assert from "node:assert/strict";
import test from "node:test";

import { CANCELLED, COPIED, FAILED, SHARED, share } from "../../../../static/js/ui/sharing.js";

const offer = { text: "Alice wins by 30", link: "https://yacht.example/g/abc/" };
const refusing = (name) => ({ share: () => Promise.reject(Object.assign(new Error(name), { name })) });

function copier(works) {
  const copied = [];
  return { copied, copy: async (text) => copied.push(text) && works };
}

test("it gives text and link to the device's share sheet", async () => {
  const given = [];
  const { copied, copy } = copier(true);
  assert.equal(await share(offer, { share: async (data) => given.push(data) }, copy), SHARED);
  assert.deepEqual(given, [{ text: offer.text, url: offer.link }]);
  assert.deepEqual(copied, []);
});

test("it copies nothing when the person closes the sheet", async () => {
  const { copied, copy } = copier(true);
  assert.equal(await share(offer, refusing("AbortError"), copy), CANCELLED);
  assert.deepEqual(copied, []);
});

test("it copies where there is no sheet, or where it refuses", async () => {
  for (const device of [{}, refusing("NotAllowedError"), refusing("TypeError")]) {
    const { copied, copy } = copier(true);
    assert.equal(await share(offer, device, copy), COPIED);
    assert.deepEqual(copied, ["Alice wins by 30\nhttps://yacht.example/g/abc/"]);
  }
});

test("it says when nothing worked", async () => {
  assert.equal(await share(offer, {}, copier(false).copy), FAILED);
});
