// Which way lines run: what a style sheet cannot turn by itself (static/css/tokens.css: --reading).

const TURNED = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** Return 1 if lines of this page run from left to right, else -1. */
export function reading() {
  return globalThis.document?.dir === "rtl" ? -1 : 1;
}

/** Return the key that means `key` on this page: where lines run from right to left, the left arrow leads onward. */
export function readingKey(key) {
  return reading() < 0 ? (TURNED[key] ?? key) : key;
}
