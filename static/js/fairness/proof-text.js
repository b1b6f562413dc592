// The results of all checks of a game's dice, as sentences. Pure.

import { listed } from "../ui/event-text.js";

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });
const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

/** Return "3 May 2026 at 14:02". */
export function momentWords(ms) {
  return `${DAY.format(ms)} at ${TIME.format(ms)}`;
}

/** Return a short name of a place in the public log: "log 1234:9af3c1d2". */
export function logMark({ index, hash }) {
  return `log ${index}:${hash.slice(0, 8)}`;
}

/** Return all that is wrong: texts, [] if nothing is. `name(seat)`: the player of a seat. */
export function problemsOf({ dice, record, log }, name) {
  const seals = dice.seals ?? { wrong: [], early: false };
  return [
    !dice.commitment && "The secret does not match its fingerprint.",
    dice.wrong.length > 0 && `Rolls that do not match the secret: ${dice.wrong.map((each) => each.seq).join(", ")}.`,
    seals.wrong.length > 0 && `Seeds that do not fit their seals: ${listed(seals.wrong.map(name))}.`,
    seals.early && "Dice were rolled before all seeds were shown.",
    ...(record?.problems ?? []),
    ...(log?.problems ?? []),
  ].filter(Boolean);
}

/** Return sentences about who knew the seeds before the start, and who showed none. */
export function sealWords({ seals }, name) {
  if (seals === null) return "In this game the seeds were visible before the start.";
  const { count, known, missing } = seals;
  const words = count === 1 ? "One seed was sealed until the start and fits its seal." : `${count} seeds were sealed until the start and fit their seals.`;
  const sealed = count === 0 ? "" : words;
  const open = known.length === 0 ? "" : `The server knew the seed of ${listed(known.map(name))} before.`;
  const none = missing.length === 0 ? "" : `No seed was shown by ${listed(missing.map(name))}.`;
  return [sealed, open, none].filter(Boolean).join(" ");
}

/** Return sentences about what this browser recorded during the game. */
export function recordWords(record) {
  if (record === null) return "This browser recorded nothing about this game, so it can only check what the server shows now.";
  const when = record.before ? "before the first roll" : "after the game had begun";
  const own = record.own ? " Your own seed is part of the dice." : "";
  const { seen, total, complete } = record.coverage;
  const saw = complete ? `all ${total} events` : `${seen} of ${total} events`;
  return `This browser recorded the fingerprint on ${momentWords(record.at)}, ${when}.${own} It received ${saw} of the game. All this agrees with what the server shows now.`;
}

/** Return a sentence about the public log. */
export function logWords(log) {
  if (log === null) return "This game has no entry in the public log.";
  if (log.head === null) return "The public log could not be read. Try again later.";
  return `The fingerprint is entry ${log.place.commitment.index} of the public log. This browser checked ${log.checked} entries up to its end (${logMark(log.head)}).`;
}
