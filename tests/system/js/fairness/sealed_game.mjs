// A short game of the scheme "sealed", made with node:crypto alone: the server's part, for the tests of the browser's.

import { createHash, createHmac } from "node:crypto";

export const CODE = "k7m2p9qa";
export const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
export const ALICE = { player: 5, name: "Alice", salt: "a1".repeat(16), text: "9f2c41aa" };
export const BOB = { player: 7, name: "Bob", salt: "b2".repeat(16), text: "bob" };

export function sha256Hex(data) {
  return createHash("sha256").update(data).digest("hex");
}

export const COMMITMENT = sha256Hex(Buffer.from(SECRET, "hex"));

/** The formula of the seal, as docs/fairness.md has it. */
export function naiveSeal({ player, salt, text }, code = CODE) {
  return sha256Hex(`seal|${code}|${player}|${salt}|${text}`);
}

function naiveDie(secret, seeds, seat, turn, roll, position) {
  for (let block = 0; ; block += 1) {
    const message = `${CODE}|${seeds.join(",")}|${seat}|${turn}|${roll}|${position}|${block}`;
    for (const byte of createHmac("sha256", Buffer.from(secret, "hex")).update(message).digest()) {
      if (byte < 252) return (byte % 6) + 1;
    }
  }
}

function rolled(seq, seat, seeds, secret) {
  const dice = [0, 1, 2, 3, 4].map((at) => naiveDie(secret, seeds, seat, 1, 1, at));
  return { seq, type: "dice.rolled", seat, at: 1000 * seq, data: { turn: 1, roll: 1, hold: [], dice } };
}

function shown(seq, seat, { salt, text }) {
  return { seq, type: "seed.revealed", seat, at: 1000 * seq, data: { salt, seed: text } };
}

function seatOf({ player, name, salt, text }, known) {
  const seal = naiveSeal({ player, salt: known ? "" : salt, text });
  return { player, name, seed: known ? text : "", seal, salt: "", known };
}

function started(known, commitment) {
  const seats = [seatOf(ALICE, false), seatOf(BOB, known)];
  const data = { code: CODE, variant: "yacht", switches: {}, rules: 1, mode: "turns", clock: 60, seats, first: 0, commitment, scheme: "sealed" };
  return { seq: 1, type: "game.started", seat: null, at: 1000, data };
}

function viewOf(events, known, commitment, secret, status) {
  const seats = [ALICE, BOB].map(({ player, name }, seat) => ({ seat, player, name }));
  const seeds = [ALICE.salt + ALICE.text, known ? BOB.text : BOB.salt + BOB.text];
  const seals = events[0].data.seats.map((seat) => seat.seal);
  const fairness = { commitment, seeds, secret, scheme: "sealed", seals, known: [false, known] };
  return { game: CODE, seq: events.at(-1).seq, mode: "turns", status, revealing: [], seats, fairness };
}

/** A finished game of Alice and Bob, as in /g/<code>.json. `known`: Bob uses an old program, whose seed the server knows. */
export function sealedGame({ known = false, secret = SECRET } = {}) {
  const commitment = sha256Hex(Buffer.from(secret, "hex"));
  const seeds = [ALICE.salt + ALICE.text, known ? BOB.text : BOB.salt + BOB.text];
  const reveals = known ? [shown(2, 0, ALICE)] : [shown(2, 1, BOB), shown(3, 0, ALICE)];
  const next = reveals.length + 2;
  const end = { seq: next + 2, type: "game.finished", seat: null, at: 9000, data: { places: [1, 2], totals: [9, 8], secret } };
  const events = [started(known, commitment), ...reveals, rolled(next, 0, seeds, secret), rolled(next + 1, 1, seeds, secret), end];
  return { view: viewOf(events, known, commitment, secret, "finished"), events };
}

/** The same game when it has just started: nobody has shown a seed. */
export function lockedGame() {
  const game = sealedGame();
  game.view = { ...game.view, seq: 1, status: "playing", revealing: [0, 1] };
  game.view.fairness = { ...game.view.fairness, secret: null, seeds: ["", ""] };
  game.events = game.events.slice(0, 1);
  return game;
}

/** The same start, cancelled because Bob did not show their seed. */
export function cancelledGame() {
  const game = sealedGame();
  const end = { seq: 3, type: "game.cancelled", seat: null, at: 12_000, data: { withheld: [1], blamed: true, secret: SECRET } };
  game.events = [game.events[0], shown(2, 0, ALICE), end];
  game.view.status = "cancelled";
  game.view.fairness.seeds[1] = "";
  return game;
}
