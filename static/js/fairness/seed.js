// Seeds and their seals. Pure, except for the random bytes.

import { hashOfText, hexOf } from "./sha256.js";

const SEED_BYTES = 8;
const SALT_BYTES = 16;
export const SALT_DIGITS = 2 * SALT_BYTES;

function randomHex(count) {
  return hexOf(crypto.getRandomValues(new Uint8Array(count)));
}

/** Return a new seed: 16 random hex digits. */
export function newSeed() {
  return randomHex(SEED_BYTES);
}

/** Return the letters and digits of `text`, 32 at most: a valid seed. */
export function asSeed(text) {
  return text.replace(/[^A-Za-z0-9]/g, "").slice(0, 32);
}

/** Return the seal of a player's seed for the game `code`. `salt`: 32 hex digits, or "" if the server knows the seed. */
export function sealOf({ code, player, salt, text }) {
  return hashOfText(["seal", code, player, salt, text].join("|"));
}

/** Return a new seed with its seal: {code, player, salt, text, seal}. Only the seal is sent before the start. */
export function newSealed(code, player, text = newSeed()) {
  const seed = { code, player, salt: randomHex(SALT_BYTES), text };
  return { ...seed, seal: sealOf(seed) };
}
