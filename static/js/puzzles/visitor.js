// What the browser of a visitor without a name remembers: the puzzles seen last, and the best streak. Pure, except for
// `storage`.

const KEY = "puzzles";
const NOTHING = { seen: [], run: 0, best: 0 };

/** Return {seen: codes, oldest first, run, best}. */
export function remembered(storage) {
  try {
    return { ...NOTHING, ...JSON.parse(storage.getItem(KEY)) };
  } catch {
    return NOTHING; // storage may be forbidden, or hold something else
  }
}

export function remember(storage, values) {
  try {
    storage.setItem(KEY, JSON.stringify(values));
  } catch {
    return;
  }
}

/** Return what to remember after an answer to the puzzle `code`. `most`: how many puzzles. */
export function answered({ seen, run, best }, code, { right, streak, most }) {
  const now = streak ? (right ? run + 1 : 0) : run;
  return { seen: [...seen.filter((each) => each !== code), code].slice(-most), run: now, best: Math.max(best, now) };
}
