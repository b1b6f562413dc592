// Compares a finished game, as the server shows it now, with what this browser recorded. Pure.

import { gettext, interpolate } from "../language/language.js";
import { changedParts } from "./event-hash.js";
import { judgeForeignSeal } from "./lock.js";
import { sealOf } from "./seed.js";
import { OTHER_ENTRY, OTHER_FINGERPRINT, OTHER_LOCK } from "./witness.js";

const OTHER_SEED = gettext("The seed of your seat is not yours.");

function sameList(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function startOf(events) {
  return events.find((event) => event.type === "game.started").data;
}

/** Return what is wrong with the locked list of seals, compared with the recorded one. */
function lockProblems({ locked }, { seats }) {
  if (locked === null) return [];
  const now = { players: seats.map((seat) => seat.player), seals: seats.map((seat) => seat.seal ?? ""), known: seats.map((seat) => seat.known ?? true) };
  const changed = !sameList(locked.players, now.players) || !sameList(locked.seals, now.seals) || !sameList(locked.known, now.known);
  return changed ? [OTHER_LOCK] : [];
}

/** Return the seed of this browser, one of `own`, that a seat of the game has; undefined if there is none. */
function ownSeedOf(own, code, { player, seal, seed }) {
  const locked = seal ?? sealOf({ code, player, salt: "", text: seed }); // games of the older scheme have no seals
  return own.find((each) => each.player === player && each.seal === locked);
}

/**
 * Return {problem} or {doubt} about the seed of this browser's player, or {}. `own`: all seeds of this browser for the
 * game.
 */
function judgeOwn(own, record, { code, seats }, seeds) {
  const seat = seats.findIndex(({ player }) => own.some((each) => each.player === player));
  if (seat < 0) return {}; // they had no seat, or stood up before the start
  const seed = ownSeedOf(own, code, seats[seat]);
  if (!seed) {
    const { doubt } = judgeForeignSeal(own, record, seats[seat].player);
    return doubt ? { doubt } : { problem: OTHER_SEED };
  }
  const shown = seeds[seat];
  return shown === "" || shown === seed.salt + seed.text ? {} : { problem: OTHER_SEED };
}

function partWords({ from, to }) {
  return from === to ? String(from) : `${from}–${to}`;
}

/**
 * Return how many of the `total` events this browser received, as ranges {from, to} without the changed ones, and
 * whether it received them all.
 */
function coverage(parts, total) {
  const seen = parts.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return { seen, total, complete: seen === total };
}

function warningsOf({ warnings }, doubts) {
  return warnings.filter(({ doubt }) => doubt === doubts).map(({ text }) => text);
}

/**
 * Compare `game` ({view, events, fair_log} as in /g/<code>.json) with `record` and `own`, the record and the seeds of this
 * browser for it. `seeds`: those of all seats, from the log. Returns null if nothing was recorded, else {at: when the
 * fingerprint was recorded, before: whether before the start, own: whether a seed of this browser is in the game,
 * coverage: {seen, total, complete}, problems and doubts: texts}.
 */
export function compareWithRecord({ view, events, fair_log: place }, record, own, seeds) {
  if (record === null) return null;
  const started = startOf(events);
  const problems = [];
  if (record.commitment !== view.fairness.commitment || record.commitment !== started.commitment) {
    problems.push(OTHER_FINGERPRINT);
  }
  const { problem, doubt } = judgeOwn(own, record, started, seeds);
  problems.push(...lockProblems(record, started), ...(problem ? [problem] : []));
  const changed = changedParts(record.parts, events);
  if (changed.length > 0) problems.push(interpolate(gettext("Steps of the game have changed: %(events)s."), { events: changed.map(partWords).join(", ") }));
  const entry = place?.commitment;
  if (record.entry && !(entry && entry.index === record.entry.index && entry.hash === record.entry.hash)) {
    problems.push(OTHER_ENTRY);
  }
  return {
    at: record.at,
    before: record.seq === 0,
    own: started.seats.some((seat) => ownSeedOf(own, started.code, seat) !== undefined),
    coverage: coverage(record.parts, events.length),
    problems: [...new Set([...problems, ...warningsOf(record, false)])],
    doubts: [...new Set([...warningsOf(record, true), ...(doubt ? [doubt] : [])])],
  };
}
