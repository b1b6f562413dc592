// Fair dice of this device, for games without the server. Pure but for the browser's randomness.

const WORDS = 2 ** 32; // different values of a Uint32

/** Return a random Uint32 of the browser, which nobody can predict. */
function randomWord() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/**
 * Return a face from 1 to `faces`, each as likely as the others: words beyond the last whole multiple of `faces` are
 * thrown away. `word`: returns a Uint32.
 */
export function rollDie(faces, word = randomWord) {
  const limit = WORDS - (WORDS % faces);
  let found = word();
  while (found >= limit) found = word();
  return 1 + (found % faces);
}

/** Return a number from 0 to below 1, for the choices of bots. */
export function randomNumber(word = randomWord) {
  return word() / WORDS;
}

/** Return a new UUID, also where the page came without HTTPS and `crypto.randomUUID` is missing. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40; // version 4: random
  bytes[8] = (bytes[8] & 0x3f) | 0x80; // the usual variant
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
