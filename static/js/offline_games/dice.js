// Fair dice of this device, for games without the server. Pure but for the browser's randomness.

const WORDS = 2 ** 32; // different values of a Uint32

/** Return a random Uint32 of the browser, which nobody can predict. */
export function randomWord() {
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
