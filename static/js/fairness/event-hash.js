// A running hash over the events of a game as this browser received them. Pure.
//
// It leaves out names of players, because a deleted account loses its name everywhere. It also leaves out fields that a
// newer server adds, because the text of an old event must never change.

import { hashOfText } from "./sha256.js";

const MAX_PARTS = 32;

const FIELDS = {
  "game.started": ["code", "variant", "rules", "mode", "clock", "scheme", "first", "commitment"],
  "seed.revealed": ["salt", "seed"],
  "dice.rolled": ["turn", "roll", "hold", "dice"],
  "box.scored": ["turn", "column", "category", "points", "bonus", "joker"],
  "round.revealed": ["round", "begins"],
  "game.finished": ["places", "totals", "secret"],
  "game.aborted": ["reason", "secret"],
  "game.cancelled": ["withheld", "blamed", "secret"],
};
const SEAT_FIELDS = ["player", "seed", "salt", "seal", "known"];

function picked(data, fields) {
  return fields.map((field) => data[field] ?? null);
}

/** Return the text of an event that is hashed: a JSON array of its number, seat, time, type and fields, in fixed order. */
export function canonicalText({ seq, seat, at, type, data }) {
  const seats = (data.seats ?? []).map((each) => picked(each, SEAT_FIELDS));
  return JSON.stringify([seq, seat ?? null, at, type, ...picked(data, FIELDS[type] ?? []), ...seats]);
}

function nextHash(hash, event) {
  return hashOfText(`${hash}\n${canonicalText(event)}`);
}

/**
 * Return `parts` with `events` (ascending seq) added. A part {from, to, hash} covers events without a gap; there are
 * several if this browser missed events between them. Events that a part covers already change nothing.
 */
export function withEvents(parts, events) {
  const all = parts.map((part) => ({ ...part }));
  for (const event of events) {
    const { seq } = event;
    if (all.some(({ from, to }) => from <= seq && seq <= to)) continue;
    const before = all.find(({ to }) => to === seq - 1);
    if (before) Object.assign(before, { to: seq, hash: nextHash(before.hash, event) });
    else if (all.length < MAX_PARTS) all.push({ from: seq, to: seq, hash: nextHash("", event) });
  }
  return all;
}

/** Return the parts that do not match `events`, the whole log of the game. */
export function changedParts(parts, events) {
  return parts.filter(({ from, to, hash }) => {
    const [now] = withEvents([], events.filter(({ seq }) => from <= seq && seq <= to));
    return !now || now.to !== to || now.hash !== hash;
  });
}
