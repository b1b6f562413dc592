// Checks everything about the dice of a finished game: the secret, seals and dice, what this browser recorded, and the
// public log.

import { compareWithRecord } from "./comparison.js";
import { headOf } from "./event-chain.js";
import { fetchEntries, fetchGroup, fetchHead } from "./fair-log.js";
import { chainProblems, gameEntryProblems, MISSING_ENTRIES } from "./public-log.js";
import { checkGame, seedsOf } from "./verify.js";
import { seeHead } from "./witness.js";

const MAX_ENTRIES = 20_000; // read at most; older entries were checked on an earlier visit, or are left out

/** Compare a game with what `store` recorded; null if this browser recorded nothing. */
export function compareWithStore(game, store) {
  const { game: code } = game.view;
  return compareWithRecord(game, store.game(code), store.seeds(code), seedsOf(game.events));
}

/**
 * Return where to begin reading: after the place that was checked last, because all entries up to there are right.
 * Before the first check, begin at the first place that this browser has seen.
 */
function firstToRead(store, begun, head) {
  const seen = store.checkedHead() ?? store.heads()[0] ?? { index: begun };
  return Math.max(1, Math.min(seen.index, begun), head - MAX_ENTRIES + 1);
}

function shortened(heads, head) {
  return heads.some(({ index }) => index > head.index) ? [MISSING_ENTRIES] : [];
}

/**
 * Return {head, first, entries: from `first` to the head, own: the game's entries, list: of the group `share`}, or null if
 * the log cannot be read.
 */
async function readLog(api, { commitment, end, log }, share, store) {
  try {
    const head = await fetchHead(api);
    const first = firstToRead(store, commitment.index, head.index);
    const entries = await fetchEntries(api, first, head.index);
    const older = [commitment, end, log].filter((place) => place && place.index < first);
    const missing = await Promise.all(older.map(({ index }) => fetchEntries(api, index, index)));
    const list = share && log ? await fetchGroup(share) : null;
    return { head, first, entries, own: [...missing.flat(), ...entries], list };
  } catch {
    return null; // offline, or too many requests
  }
}

/**
 * Check the public log from what this browser has seen to its end, and the game's entries in it. Returns {place: from
 * the game, head, checked: how many entries, problems: texts}; `head` is null if the log cannot be read.
 */
async function checkLog(api, { view, events, fair_log: place }, store) {
  // Take the heads before reading the log: another tab may see an entry meanwhile that is newer than the log's head.
  const heads = [...store.heads(), store.checkedHead()].filter(Boolean);
  const log = await readLog(api, place, view.share, store);
  if (log === null) return { place, head: null, checked: 0, problems: [] };
  const { head, first, entries } = log;
  const { commitment, secret } = view.fairness;
  const problems = [
    ...shortened(heads, head),
    ...chainProblems(entries, first, head.index, [...heads, head]),
    ...gameEntryProblems(log.own, place, {
      code: view.game,
      share: view.share,
      commitment,
      secret,
      head: headOf(events),
      list: log.list,
    }),
  ];
  if (problems.length === 0) {
    store.saveCheckedHead(head);
    seeHead(store, head, Date.now());
  }
  return { place, head, checked: entries.length, problems };
}

/** Check `game` (as in /g/<code>.json). Returns {dice: from `checkGame`, record: from `compareWithStore`, log: null or as above}. */
export async function checkAll(game, store, api) {
  const log = game.fair_log?.commitment ? await checkLog(api, game, store) : null;
  return { dice: checkGame(game), record: compareWithStore(game, store), log };
}
