// The chain of the public log, with entries made by node:crypto.

import assert from "node:assert/strict";
import test from "node:test";

import { chainProblems, entryHash, gameEntryProblems } from "../../../../static/js/fairness/public-log.js";
import { CODE, COMMITMENT, SECRET, sha256Hex } from "./sealed_game.mjs";

const START = "0".repeat(64);

/** The line of an entry as the contract has it. */
function chained(rows) {
  let previous = START;
  return rows.map(([kind, game, value], at) => {
    const entry = { index: at + 1, at: 1000 + at, kind, game, value, previous };
    const hash = sha256Hex(`log|${entry.index}|${entry.at}|${kind}|${game}|${value}|${previous}`);
    previous = hash;
    return { ...entry, hash };
  });
}

function log() {
  const other = "22".repeat(32);
  return chained([
    ["commitment", "aaaa", "11".repeat(32)],
    ["commitment", CODE, COMMITMENT],
    ["commitment", "bbbb", sha256Hex(Buffer.from(other, "hex"))],
    ["reveal", CODE, SECRET],
    ["closed", "bbbb", other],
  ]);
}

const headOf = ({ index, hash }) => ({ index, hash });
const GAME = { code: CODE, commitment: COMMITMENT, secret: SECRET };

test("it hashes an entry as the log does", () => {
  for (const entry of log()) assert.equal(entryHash(entry), entry.hash);
});

test("it accepts a chain, from its first entry or a later one", () => {
  const entries = log();
  assert.deepEqual(chainProblems(entries, 1, 5, entries.map(headOf)), []);
  assert.deepEqual(chainProblems(entries.slice(2), 3, 5, entries.map(headOf)), []);
});

test("it finds a dropped entry", () => {
  const entries = log();
  entries.splice(2, 1);
  assert.deepEqual(chainProblems(entries, 1, 5, []), ["Entries of the public log are missing."]);
  const renumbered = entries.map((entry, at) => ({ ...entry, index: at + 1 }));
  assert.deepEqual(chainProblems(renumbered, 1, 4, []), ["Entry 3 of the public log is wrong."]);
});

test("it finds a changed entry, also one with a hash of its own", () => {
  const entries = log();
  entries[1] = { ...entries[1], value: "33".repeat(32) };
  assert.deepEqual(chainProblems(entries, 1, 5, []), ["Entry 2 of the public log is wrong."]);
  entries[1].hash = entryHash(entries[1]);
  assert.deepEqual(chainProblems(entries, 1, 5, []), ["Entry 3 of the public log is wrong."]);
});

test("it finds a whole new chain that does not extend a place seen earlier", () => {
  const seen = log().map(headOf);
  const rewritten = chained([["commitment", "aaaa", "11".repeat(32)], ["commitment", CODE, "33".repeat(32)], ["commitment", "bbbb", "22".repeat(32)]]);
  assert.deepEqual(chainProblems(rewritten, 1, 3, []), []);
  assert.deepEqual(chainProblems(rewritten, 1, 3, [seen[0], seen[2]]), ["Entry 3 of the public log is wrong."]);
});

test("it finds the entries of a game", () => {
  const entries = log();
  const place = { commitment: headOf(entries[1]), end: headOf(entries[3]) };
  assert.deepEqual(gameEntryProblems(entries, place, GAME), []);
  assert.deepEqual(gameEntryProblems(entries, { ...place, end: null }, GAME), []);
});

test("it finds the record of a game's moves, or another one", () => {
  const head = "ab".repeat(32);
  const rows = [["commitment", CODE, COMMITMENT], ["reveal", CODE, SECRET], ["log", CODE, head]];
  const entries = chained(rows);
  const place = { commitment: headOf(entries[0]), end: headOf(entries[1]), log: headOf(entries[2]) };
  assert.deepEqual(gameEntryProblems(entries, place, { ...GAME, head }), []);
  const problem = ["The public log says something else about this game."];
  assert.deepEqual(gameEntryProblems(entries, place, { ...GAME, head: "cd".repeat(32) }), problem);
  const shifted = { ...place, log: headOf(entries[1]) };
  assert.deepEqual(gameEntryProblems(entries, shifted, { ...GAME, head }), problem);
});

test("it finds the record of a group of games with the same dice", () => {
  const head = "ab".repeat(32);
  const list = `${CODE}|${head}\nother|${"cd".repeat(32)}\n`;
  const entries = chained([["commitment", "group", COMMITMENT], ["reveal", "group", SECRET], ["log", "group", sha256Hex(list)]]);
  const place = { commitment: headOf(entries[0]), end: headOf(entries[1]), log: headOf(entries[2]) };
  const game = { ...GAME, share: "group", head, list };
  assert.deepEqual(gameEntryProblems(entries, place, game), []);
  const problem = ["The public log says something else about this game."];
  assert.deepEqual(gameEntryProblems(entries, place, { ...game, list: null }), problem);
  assert.deepEqual(gameEntryProblems(entries, place, { ...game, list: `${list}more|${head}\n` }), problem);
  assert.deepEqual(gameEntryProblems(entries, place, { ...game, head: "ef".repeat(32) }), problem);
});

test("it finds that the log has another fingerprint or secret", () => {
  const entries = log();
  const place = { commitment: headOf(entries[1]), end: headOf(entries[3]) };
  const forged = "ff".repeat(32);
  const problem = ["The public log says something else about this game."];
  const commitment = sha256Hex(Buffer.from(forged, "hex"));
  for (const other of [{ commitment }, { secret: forged }, { secret: forged, commitment }]) {
    assert.deepEqual(gameEntryProblems(entries, place, { ...GAME, ...other }), problem);
  }
  assert.equal(gameEntryProblems(entries, { commitment: headOf(entries[0]), end: null }, GAME).length, 1);
  assert.equal(gameEntryProblems(entries, { ...place, end: headOf(entries[4]) }, GAME).length, 1);
  assert.equal(gameEntryProblems(entries, { ...place, end: { index: 99, hash: "00" } }, GAME).length, 1);
});
