// SHA-256 (FIPS 180-4) and HMAC (RFC 2104), without WebCrypto. That is missing on pages without https, and it answers
// too late for a seal that travels in the same message as the request for a seat.

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/** Return the first `count` primes. */
function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** Return the first 32 bits of the fractional part of `number`. */
function fraction(number) {
  return Math.floor((number - Math.floor(number)) * 2 ** 32) | 0;
}

const FIRST_STATE = primes(8).map((prime) => fraction(prime ** (1 / 2)));
const ROUND_CONSTANTS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

function rotate(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/** Return the 64 words of the message schedule of the block at byte `start` of `data` (a DataView). */
function schedule(data, start) {
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at += 1) words[at] = data.getInt32(start + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const [early, late] = [words[at - 15], words[at - 2]];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + first + words[at - 7] + second;
  }
  return words;
}

/** Return the state after one block with this message schedule. */
function compress(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + ROUND_CONSTANTS[at] + words[at]) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, at) => (word + state[at]) | 0);
}

/** Return `bytes` with the padding of the standard, as a DataView of whole blocks. */
function padded(bytes) {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const all = new Uint8Array(blocks * BLOCK_BYTES);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const data = new DataView(all.buffer);
  data.setUint32(all.length - LENGTH_BYTES, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(all.length - 4, bytes.length << 3);
  return data;
}

/** Return the SHA-256 of `bytes`: 32 bytes. */
export function sha256(bytes) {
  const data = padded(bytes);
  let state = FIRST_STATE;
  for (let start = 0; start < data.byteLength; start += BLOCK_BYTES) state = compress(state, schedule(data, start));
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setInt32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

function joined(first, second) {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Return the HMAC-SHA256 of `message` (bytes): 32 bytes. A key longer than 64 bytes is hashed first. */
export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK_BYTES);
  block.set(key.length > BLOCK_BYTES ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** Return the bytes of a text in UTF-8. */
export function bytesOfText(text) {
  return new TextEncoder().encode(text);
}

/** Return the bytes of a text of hex digits. */
export function bytesOfHex(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Return `bytes` as lower-case hex digits. */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the SHA-256 of a text in UTF-8, in hex. */
export function hashOfText(text) {
  return hexOf(sha256(bytesOfText(text)));
}
