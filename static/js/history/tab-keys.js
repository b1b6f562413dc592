// Moving between tabs by keys.

import { readingKey } from "../ui/reading.js";

/** Return the tab that a key moves to from tab `at` of `count`; null for other keys. */
export function moveByKey(key, at, count) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[readingKey(key)];
  return to === undefined ? null : (to + count) % count;
}
