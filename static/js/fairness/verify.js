// Recomputes the seals and the dice of a finished game. docs/fairness.md explains the method.

import { SALT_DIGITS, sealOf } from "./seed.js";
import { bytesOfHex, bytesOfText, hexOf, hmacSha256, sha256 } from "./sha256.js";

const FACES = 6; // unless the sheet says otherwise

/** Return the SHA-256 of the secret (both in hex), which was published before the first roll. */
export function commitmentOf(secret) {
  return hexOf(sha256(bytesOfHex(secret)));
}

/**
 * Return the face of one die: {code, seeds, seat, turn, roll, position}. `key`: the secret's bytes. Seat and position
 * count from 0 (seat is "-" if all seats share their dice), turn and roll from 1.
 */
export function dieAt(key, { code, seeds, seat, turn, roll, position }, faces = FACES) {
  const fairBytes = 256 - (256 % faces); // 252 for six faces: larger bytes would favour low faces
  for (let block = 0; ; block += 1) {
    const text = [code, seeds.join(","), seat, turn, roll, position, block].join("|");
    const byte = hmacSha256(key, bytesOfText(text)).find((each) => each < fairBytes);
    if (byte !== undefined) return (byte % faces) + 1;
  }
}

/** Return the faces that a roll must show: held dice keep theirs, the others come from the secret. */
function expectedDice(key, place, { hold, dice }, before, faces) {
  return dice.map((_, position) => (hold.includes(position) ? before[position] : dieAt(key, { ...place, position }, faces)));
}

function eventsOf(events, type) {
  return events.filter((event) => event.type === type);
}

/** Return the seed of each seat in the log, salt and text; "" if it was never shown. */
export function seedsOf(events) {
  const [started] = eventsOf(events, "game.started");
  const seeds = started.data.seats.map(({ salt = "", seed }) => salt + seed);
  for (const { seat, data } of eventsOf(events, "seed.revealed")) seeds[seat] = data.salt + data.seed;
  return seeds;
}

/** Return whether a seat's seed, once shown, fits its seal. `reveals`: the seat's events `seed.revealed`. */
function fitsSeal(code, { player, seal, salt, seed, known }, reveals) {
  if (known) return salt === "" && reveals.length === 0 && (seal === "" || sealOf({ code, player, salt, text: seed }) === seal);
  if (reveals.length !== 1) return false;
  const { data } = reveals[0];
  return data.salt.length === SALT_DIGITS && sealOf({ code, player, salt: data.salt, text: data.seed }) === seal;
}

/** Return whether a log may lack seeds: the start was cancelled, or the game aborted, before anything was rolled. */
function mayLackSeeds(events) {
  const ended = events.some(({ type, data }) => type === "game.aborted" || (type === "game.cancelled" && data.withheld.length > 0));
  return ended && eventsOf(events, "dice.rolled").length === 0;
}

/**
 * Check the sealed seeds of a log. Returns {count: how many sealed seeds were shown, known: seats of people whose seed
 * the server knew, missing: seats that showed none before the game ended without a roll, wrong: seats whose seed does not
 * fit the seal, early: whether dice were rolled before the last seed was shown}.
 */
function checkSeals(events) {
  const [{ data: started }] = eventsOf(events, "game.started");
  const reveals = eventsOf(events, "seed.revealed");
  const seats = started.seats.map((seat, number) => ({ ...seat, number }));
  const shown = (seat) => reveals.filter((event) => event.seat === seat.number);
  const missing = mayLackSeeds(events) ? seats.filter((seat) => !seat.known && shown(seat).length === 0) : [];
  const wrong = seats.filter((seat) => !missing.includes(seat) && !fitsSeal(started.code, seat, shown(seat)));
  const last = Math.max(0, ...reveals.map((event) => event.seq));
  const numbers = (found) => found.map((seat) => seat.number);
  return {
    count: seats.filter((seat) => !seat.known && !missing.includes(seat)).length,
    known: numbers(seats.filter((seat) => seat.known && !seat.bot)),
    missing: numbers(missing),
    wrong: numbers(wrong),
    early: eventsOf(events, "dice.rolled").some((event) => event.seq < last),
  };
}

/**
 * Return {code, seeds, seat} that the dice depend on; `seat` is null if each seat has its own dice. Games that share dice use
 * the name of their group, and no seeds.
 */
function diceSource({ game, dice, share, replay }, events) {
  const same = dice === "same" ? "-" : null;
  if (replay) return { code: replay.game, seeds: replay.seeds, seat: same ?? replay.seat };
  return { code: share ?? game, seeds: share ? [] : seedsOf(events), seat: same };
}

function checkRolls(key, source, events, faces) {
  const lastDice = new Map();
  const wrong = [];
  const rolled = eventsOf(events, "dice.rolled");
  let dice = 0;
  for (const { seq, seat, data } of rolled) {
    const place = { code: source.code, seeds: source.seeds, seat: source.seat ?? seat, turn: data.turn, roll: data.roll };
    const before = lastDice.get(`${seat}/${data.turn}`) ?? [];
    const expected = expectedDice(key, place, data, before, faces);
    if (expected.some((face, position) => face !== data.dice[position])) wrong.push({ seq, expected, dice: data.dice });
    lastDice.set(`${seat}/${data.turn}`, data.dice);
    dice += data.dice.length - data.hold.length;
  }
  return { rolls: rolled.length, dice, wrong };
}

/**
 * Check a finished game: `view`, `events` and `sheet` as in /g/<code>.json. Returns {commitment: whether the secret
 * matches, rolls and dice: how many were checked, wrong: [{seq, expected, dice}], seals: as from `checkSeals`, null in
 * games of the older scheme, fair}.
 */
export function checkGame({ view, events, sheet }) {
  const { commitment, secret } = view.fairness;
  const [{ data: started }] = eventsOf(events, "game.started");
  const matches = commitmentOf(secret) === commitment && started.commitment === commitment;
  const rolls = checkRolls(bytesOfHex(secret), diceSource(view, events), events, sheet?.faces);
  const seals = started.scheme === "sealed" ? checkSeals(events) : null;
  const sealsFit = seals === null || (seals.wrong.length === 0 && !seals.early);
  return { commitment: matches, ...rolls, seals, fair: matches && rolls.wrong.length === 0 && sealsFit };
}
