// The browser's check of the dice, against a second implementation with node:crypto.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import test from "node:test";

import { checkGame, commitmentOf, dieAt } from "../../../../static/js/fairness/verify.js";
import { BOB, cancelledGame, naiveSeal, sealedGame } from "./sealed_game.mjs";

const SECRET = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SEEDS = ["9f2c41aa", "bob"];
const CODE = "k7m2p9qa";

/** The contract's formula, step by step. */
function naiveDie(seat, turn, roll, position) {
  for (let block = 0; ; block += 1) {
    const message = `${CODE}|${SEEDS[0]},${SEEDS[1]}|${seat}|${turn}|${roll}|${position}|${block}`;
    const digest = createHmac("sha256", Buffer.from(SECRET, "hex")).update(message).digest();
    for (const byte of digest) {
      if (byte < 252) return (byte % 6) + 1;
    }
  }
}

function naiveRoll(seat, turn, roll, hold = [], before = []) {
  return [0, 1, 2, 3, 4].map((at) => (hold.includes(at) ? before[at] : naiveDie(seat, turn, roll, at)));
}

function rolled(seq, seat, turn, roll, hold, dice) {
  return { seq, type: "dice.rolled", seat, data: { turn, roll, hold, dice } };
}

function fairGame() {
  const first = naiveRoll(0, 1, 1);
  const second = naiveRoll(0, 1, 2, [0, 3], first);
  const bobs = naiveRoll(1, 1, 1);
  const commitment = createHash("sha256").update(Buffer.from(SECRET, "hex")).digest("hex");
  return {
    view: { game: CODE, mode: "turns", fairness: { commitment, seeds: SEEDS, secret: SECRET } },
    events: [
      { seq: 1, type: "game.started", seat: null, data: { code: CODE, commitment, seats: SEEDS.map((seed) => ({ seed })) } },
      rolled(2, 0, 1, 1, [], first),
      rolled(3, 0, 1, 2, [0, 3], second),
      { seq: 4, type: "box.scored", seat: 0, data: { turn: 1 } },
      rolled(5, 1, 1, 1, [], bobs),
    ],
  };
}

test("it makes the dice that the formula makes", () => {
  const key = Buffer.from(SECRET, "hex");
  for (let turn = 1; turn <= 39; turn += 1) {
    for (const position of [0, 1, 2, 3, 4]) {
      const die = dieAt(key, { code: CODE, seeds: SEEDS, seat: 1, turn, roll: 3, position });
      assert.equal(die, naiveDie(1, turn, 3, position));
    }
  }
});

test("it hashes the secret's bytes, not its text", () => {
  // NIST's vector for the single byte bd.
  assert.equal(commitmentOf("bd"), "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b");
});

test("it finds a fair game fair, and counts only dice that were thrown", () => {
  const verdict = checkGame(fairGame());
  assert.deepEqual(verdict, { commitment: true, rolls: 3, dice: 13, wrong: [], seals: null, fair: true });
});

test("it finds a die that was exchanged", () => {
  const game = fairGame();
  const { dice } = game.events[4].data;
  dice[2] = (dice[2] % 6) + 1;
  const verdict = checkGame(game);
  assert.equal(verdict.fair, false);
  assert.deepEqual(verdict.wrong.map((each) => each.seq), [5]);
});

test("it finds a held die that changed its face", () => {
  const game = fairGame();
  const { dice } = game.events[2].data;
  dice[3] = (dice[3] % 6) + 1;
  assert.deepEqual(checkGame(game).wrong.map((each) => each.seq), [3]);
});

test("it finds a secret that was not the promised one", () => {
  const game = fairGame();
  game.view.fairness.commitment = "00".repeat(32);
  const verdict = checkGame(game);
  assert.equal(verdict.commitment, false);
  assert.equal(verdict.fair, false);
});

test("it takes the shared dice of a duplicate game for every seat", () => {
  const dice = [0, 1, 2, 3, 4].map((at) => naiveDie("-", 1, 1, at));
  const game = fairGame();
  game.view.dice = "same";
  game.events = [game.events[0], rolled(2, 0, 1, 1, [], dice), rolled(3, 1, 1, 1, [], dice)];
  assert.equal(checkGame(game).fair, true);
});

test("it checks a game with an older game's dice", () => {
  const game = fairGame();
  const { view, events } = game;
  const replayed = {
    view: { ...view, game: "other", fairness: { ...view.fairness, seeds: ["replay"] }, replay: { game: CODE, seat: 1, seeds: SEEDS, total: 9 } },
    events: [events[0], rolled(2, 0, 1, 1, [], naiveRoll(1, 1, 1))],
  };
  assert.equal(checkGame(replayed).fair, true);
  replayed.view.replay.seat = 0;
  assert.equal(checkGame(replayed).fair, false);
});

test("it finds sealed seeds that fit their seals, and says whose seed the server knew", () => {
  const verdict = checkGame(sealedGame());
  assert.deepEqual(verdict.seals, { count: 2, known: [], missing: [], wrong: [], early: false });
  assert.equal(verdict.fair, true);
  assert.equal(verdict.dice, 10);
  const open = checkGame(sealedGame({ known: true }));
  assert.deepEqual(open.seals, { count: 1, known: [1], missing: [], wrong: [], early: false });
  assert.equal(open.fair, true);
});

test("it finds a seed that does not fit its seal", () => {
  const game = sealedGame();
  game.events[0].data.seats[1].seal = naiveSeal({ ...BOB, text: "other" });
  const verdict = checkGame(game);
  assert.deepEqual(verdict.seals.wrong, [1]);
  assert.equal(verdict.fair, false);
});

test("it finds a seal of another game or another player", () => {
  for (const seal of [naiveSeal(BOB, "othergame"), naiveSeal({ ...BOB, player: 6 })]) {
    const game = sealedGame();
    game.events[0].data.seats[1].seal = seal;
    assert.deepEqual(checkGame(game).seals.wrong, [1]);
  }
});

test("it finds a sealed seed that was never shown, or shown twice", () => {
  const missing = sealedGame();
  missing.events = missing.events.filter((event) => event.seq !== 2);
  assert.deepEqual(checkGame(missing).seals.wrong, [1]);
  const twice = sealedGame();
  twice.events.splice(2, 0, twice.events[1]);
  assert.deepEqual(checkGame(twice).seals.wrong, [1]);
});

test("it finds a seed that the server claims to know although it was sealed with salt", () => {
  const game = sealedGame({ known: true });
  Object.assign(game.events[0].data.seats[1], { salt: BOB.salt, seal: naiveSeal(BOB) });
  assert.deepEqual(checkGame(game).seals.wrong, [1]);
});

test("it finds dice that were rolled before the last seed was shown", () => {
  const game = sealedGame();
  const [roll] = game.events.splice(3, 1);
  game.events.splice(2, 0, { ...roll, seq: 3 });
  game.events[3] = { ...game.events[3], seq: 4 };
  const verdict = checkGame(game);
  assert.equal(verdict.seals.early, true);
  assert.equal(verdict.fair, false);
});

test("it needs no seed of the seats that a cancelled start names", () => {
  const verdict = checkGame(cancelledGame());
  assert.equal(verdict.fair, true);
  assert.equal(verdict.rolls, 0);
  assert.deepEqual(verdict.seals, { count: 1, known: [], missing: [1], wrong: [], early: false });
  const hidden = cancelledGame();
  hidden.events[2].data.withheld = [];
  assert.deepEqual(checkGame(hidden).seals.wrong, [1]);
});

test("it needs no seed of a seat that had time left when the start was cancelled for another", () => {
  const game = cancelledGame();
  game.events.splice(1, 1); // Alice has not shown hers yet
  game.view.fairness.seeds[0] = "";
  const verdict = checkGame(game);
  assert.equal(verdict.fair, true);
  assert.deepEqual(verdict.seals.missing, [0, 1]);
});

test("it needs no seed in a game that was aborted before the first roll", () => {
  const game = cancelledGame();
  const { secret } = game.events[2].data;
  game.events[2] = { ...game.events[2], type: "game.aborted", data: { reason: "moderator", secret } };
  assert.equal(checkGame(game).fair, true);
});

test("it needs all seeds in a game that was aborted after a roll", () => {
  const game = sealedGame();
  const { secret } = game.events.at(-1).data;
  game.events[game.events.length - 1] = { ...game.events.at(-1), type: "game.aborted", data: { reason: "moderator", secret } };
  assert.equal(checkGame(game).fair, true);
  game.events = game.events.filter((event) => event.type !== "seed.revealed" || event.seat !== 1);
  assert.deepEqual(checkGame(game).seals.wrong, [1]);
});

test("it finds a log that starts with another commitment than the page shows", () => {
  const game = sealedGame();
  game.events[0].data.commitment = "11".repeat(32);
  assert.equal(checkGame(game).commitment, false);
});

test("it computes shared dice from the secret and the name of the group alone", () => {
  const group = "thegroup22";
  const key = Buffer.from(SECRET, "hex");
  const naive = [0, 1, 2, 3, 4].map((at) => {
    const digest = createHmac("sha256", key).update(`${group}||-|1|1|${at}|0`).digest();
    return (digest.find((byte) => byte < 252) % 6) + 1;
  });
  const game = fairGame();
  const shared = {
    view: { ...game.view, share: group, dice: "same" },
    events: [game.events[0], rolled(2, 0, 1, 1, [], naive), rolled(3, 1, 1, 1, [], naive)],
  };
  assert.equal(checkGame(shared).fair, true);
  assert.equal(checkGame({ ...shared, view: { ...shared.view, share: "thegroup33" } }).fair, false);
});
