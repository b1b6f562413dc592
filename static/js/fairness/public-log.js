// Checks the public log of fingerprints: a chain of entries, each with the hash of the one before. Pure.

import { gettext, interpolate } from "../language/language.js";
import { headsOfGroup } from "./event-chain.js";
import { hashOfText } from "./sha256.js";
import { commitmentOf } from "./verify.js";

export const MISSING_ENTRIES = gettext("Entries of the public log are missing.");
const WRONG_ENTRY = gettext("Entry %(index)s of the public log is wrong.");
const OTHER_GAME = gettext("The public log says something else about this game.");

/** Return the hash of an entry: {index, at, kind, game, value, previous}. */
export function entryHash({ index, at, kind, game, value, previous }) {
  return hashOfText(["log", index, at, kind, game, value, previous].join("|"));
}

/**
 * Return what is wrong with `entries`, a stretch of the log that should begin at index `first`, as texts; [] for nothing.
 * `heads`: places that this browser has seen earlier; `until`: the last index that must be there.
 */
export function chainProblems(entries, first, until, heads) {
  if (entries.length !== until - first + 1) return [MISSING_ENTRIES];
  for (const [at, entry] of entries.entries()) {
    const broken =
      entry.index !== first + at || entryHash(entry) !== entry.hash || (at > 0 && entry.previous !== entries[at - 1].hash);
    if (broken) return [interpolate(WRONG_ENTRY, { index: first + at })];
  }
  const changed = heads.filter(({ index, hash }) => first <= index && index <= until && entries[index - first].hash !== hash);
  return changed.length > 0 ? [interpolate(WRONG_ENTRY, { index: changed[0].index })] : [];
}

function logProblems(spot, entries, { code, share, head, list }) {
  const entry = entries.find(({ index }) => index === spot.index);
  const right = entry && entry.kind === "log" && entry.game === (share ?? code) && entry.hash === spot.hash;
  const value = right ? entry.value : "";
  const fits = share ? list !== null && hashOfText(list) === value && headsOfGroup(list)[code] === head : value === head;
  return fits ? [] : [OTHER_GAME];
}

/**
 * Return what is wrong with the entries of the game `code`. `place` {commitment, end, log}: where they should be; `commitment`
 * and `secret`: as its page shows them; `head`: the hash of its last event. `share`: the code of the group that it shares
 * its dice with, whose entries these are, and `list` that of the group's games (null if it could not be read).
 */
export function gameEntryProblems(entries, place, game) {
  const { commitment, secret } = game;
  const code = game.share ?? game.code;
  const find = (spot) => entries.find((entry) => entry.index === spot.index);
  const begun = find(place.commitment);
  if (begun?.kind !== "commitment" || begun.game !== code || begun.value !== commitment || begun.hash !== place.commitment.hash) return [OTHER_GAME];
  if (!place.end) return [];
  const ended = find(place.end);
  const right = ended && ended.kind !== "commitment" && ended.game === code && ended.hash === place.end.hash;
  if (!right || ended.value !== secret || commitmentOf(ended.value) !== commitment) return [OTHER_GAME];
  return place.log ? logProblems(place.log, entries, game) : [];
}
