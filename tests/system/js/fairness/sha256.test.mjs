// SHA-256 and HMAC against published vectors, and against node:crypto.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import test from "node:test";

import { bytesOfHex, bytesOfText, hashOfText, hexOf, hmacSha256, sha256 } from "../../../../static/js/fairness/sha256.js";

const VECTORS = [
  // FIPS 180-2, appendix B, and NIST's example of the empty message.
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
];

for (const [text, digest] of VECTORS) {
  test(`it hashes NIST's message of ${text.length} letters`, () => {
    assert.equal(hashOfText(text), digest);
  });
}

test("it hashes bytes, not text", () => {
  // NIST's byte-oriented vectors SHA256ShortMsg.rsp, lengths 8 and 32.
  assert.equal(hexOf(sha256(bytesOfHex("d3"))), "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1");
  assert.equal(hexOf(sha256(bytesOfHex("74ba2521"))), "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e");
});

test("it agrees with node:crypto at every length around the ends of blocks", () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (31 * at + length) % 256);
    assert.equal(hexOf(sha256(bytes)), createHash("sha256").update(bytes).digest("hex"), `length ${length}`);
  }
});

test("it makes the codes of RFC 4231", () => {
  // Test cases 1, 2 and 6: a short key, a text as key, a key longer than a block.
  const cases = [
    ["0b".repeat(20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    ["4a656665", "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    ["aa".repeat(131), "Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
  ];
  for (const [key, message, code] of cases) {
    assert.equal(hexOf(hmacSha256(bytesOfHex(key), bytesOfText(message))), code);
  }
});

test("it agrees with node:crypto on codes of all lengths of keys", () => {
  for (const length of [0, 1, 32, 63, 64, 65, 130]) {
    const key = Uint8Array.from({ length }, (_, at) => (7 * at + 3) % 256);
    const expected = createHmac("sha256", key).update("a message").digest("hex");
    assert.equal(hexOf(hmacSha256(key, bytesOfText("a message"))), expected);
  }
});

test("it hashes text as UTF-8", () => {
  assert.equal(hashOfText("Zoë 🎲"), createHash("sha256").update("Zoë 🎲", "utf8").digest("hex"));
});
