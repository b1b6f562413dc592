// Records what the server shows about the dice of each game. A first record is never replaced: if the server shows
// something else later, that becomes a warning.
//
// The record of a game: {code, at, seq, commitment, entry, seals, locked, parts, warnings}. `at`: when this browser
// first saw the game (ms), and `seq`: how many events it had then, 0 before its start. `entry` {index, hash}: the place
// in the public log. `seals` {player: seal}: as last seen before the start. `locked` {at, players, seals, known}:
// the list of the start. `parts`: hashes of the events, see event-hash.js. `warnings`: [{at, text, doubt}]; a doubt may
// have a harmless reason.

import { gettext, interpolate } from "../language/language.js";
import { withEvents } from "./event-hash.js";
import { conflicting, withHead } from "./heads.js";
import { SALT_DIGITS, sealOf } from "./seed.js";

const MAX_WARNINGS = 20;

export const OTHER_FINGERPRINT = gettext("The fingerprint of the secret has changed.");
export const OTHER_ENTRY = gettext("The fingerprint’s place in the public log has changed.");
export const OTHER_LOCK = gettext("The seals have changed since the start.");
export const OTHER_LOG = gettext("The public log has changed.");

function newRecord(code, commitment, seq, now) {
  return { code, at: now, seq, commitment, entry: null, seals: {}, locked: null, parts: [], warnings: [] };
}

function warned(record, text, now, doubt = false) {
  if (record.warnings.length >= MAX_WARNINGS || record.warnings.some((warning) => warning.text === text)) return record;
  return { ...record, warnings: [...record.warnings, { at: now, text, doubt }] };
}

/** Add a warning to the record of a game. */
export function addWarning(store, code, text, now, doubt = false) {
  const record = store.game(code);
  if (record) save(store, record, warned(record, text, now, doubt));
}

function save(store, before, after) {
  if (JSON.stringify(before) !== JSON.stringify(after)) store.saveGame(after);
}

/** Record a place in the public log. Returns whether it agrees with all that this browser has seen. */
export function seeHead(store, { index, hash }, now) {
  const heads = store.heads();
  const added = withHead(heads, { index, hash, at: now });
  if (added !== heads) store.saveHeads(added);
  return conflicting(heads, { index, hash }) === null;
}

/** Return {player: seal}; for a seed in the open, the seal that it would have. */
function sealsOf(code, seats) {
  const sealed = ({ player, seal, seed }) => seal || (seed ? sealOf({ code, player, salt: "", text: seed }) : "");
  return Object.fromEntries(seats.filter((seat) => seat.player !== null).map((seat) => [seat.player, sealed(seat)]));
}

/** Record the next game of a room: `next` and `seats` as in the room's view. */
export function seeNext(store, { next, seats }, now) {
  const { game: code, commitment, entry = null } = next;
  const before = store.game(code);
  let record = before ?? newRecord(code, commitment, 0, now);
  if (record.commitment !== commitment) record = warned(record, OTHER_FINGERPRINT, now);
  if (entry) {
    const same = record.entry === null || (record.entry.index === entry.index && record.entry.hash === entry.hash);
    record = { ...record, entry: record.entry ?? entry };
    if (!same) record = warned(record, OTHER_ENTRY, now);
    if (!seeHead(store, entry, now)) record = warned(record, OTHER_LOG, now);
  }
  if (record.locked === null) record = { ...record, seals: sealsOf(code, seats) };
  save(store, before, record);
}

function lockOf({ seats, fairness }, now) {
  return { at: now, players: seats.map((seat) => seat.player), seals: fairness.seals, known: fairness.known };
}

function sameLock(a, b) {
  const facts = ({ players, seals, known }) => JSON.stringify([players, seals, known]);
  return facts(a) === facts(b);
}

/** Return the seats whose revealed seed does not fit the seal that was locked. */
export function wrongReveals({ game, seats, fairness }) {
  const { seals, known, seeds } = fairness;
  return seats.flatMap(({ seat, player }) => {
    if (!seals[seat] || !seeds[seat]) return [];
    const digits = known[seat] ? 0 : SALT_DIGITS;
    const [salt, text] = [seeds[seat].slice(0, digits), seeds[seat].slice(digits)];
    return sealOf({ code: game, player, salt, text }) === seals[seat] ? [] : [seat];
  });
}

/** Record what a game's `view` shows: the fingerprint, the locked list of seals, revealed seeds. */
export function seeGame(store, view, now) {
  const { fairness } = view;
  const before = store.game(view.game);
  if (before === null && view.status !== "playing") return;
  let record = before ?? newRecord(view.game, fairness.commitment, view.seq, now);
  if (record.commitment !== fairness.commitment) record = warned(record, OTHER_FINGERPRINT, now);
  if (fairness.scheme === "sealed") {
    const lock = lockOf(view, now);
    record = { ...record, locked: record.locked ?? lock };
    if (!sameLock(record.locked, lock)) record = warned(record, OTHER_LOCK, now);
    for (const seat of wrongReveals(view)) {
      record = warned(record, interpolate(gettext("Wrong seeds: %(names)s."), { names: view.seats[seat].name }), now);
    }
  }
  save(store, before, record);
}

/** Record events of the game `code`, ascending seq. */
export function seeEvents(store, code, events) {
  const record = store.game(code);
  if (record) save(store, record, { ...record, parts: withEvents(record.parts, events) });
}
