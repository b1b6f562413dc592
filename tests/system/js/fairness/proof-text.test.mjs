import assert from "node:assert/strict";
import test from "node:test";

import { logMark, logWords, problemsOf, recordWords, sealWords } from "../../../../static/js/fairness/proof-text.js";

const NAMES = ["Alice", "Bob", "Charlie"];
const name = (seat) => NAMES[seat];
const DICE = { commitment: true, rolls: 2, dice: 10, wrong: [], seals: { count: 2, known: [], missing: [], wrong: [], early: false }, fair: true };
const RECORD = { at: new Date(2026, 4, 3, 14, 2).getTime(), before: true, own: true, coverage: { seen: 6, total: 6, complete: true }, problems: [], doubts: [] };
const LOG = { place: { commitment: { index: 12, hash: "ab".repeat(32) } }, head: { index: 1234, hash: "9af3c1d2".repeat(8) }, checked: 40, problems: [] };

test("it finds nothing wrong with a fair game", () => {
  assert.deepEqual(problemsOf({ dice: DICE, record: RECORD, log: LOG }, name), []);
  assert.deepEqual(problemsOf({ dice: { ...DICE, seals: null }, record: null, log: null }, name), []);
});

test("it names everything that is wrong", () => {
  const dice = { ...DICE, commitment: false, wrong: [{ seq: 4 }, { seq: 9 }], seals: { ...DICE.seals, wrong: [1, 2], early: true } };
  const record = { ...RECORD, problems: ["one", "three"] };
  assert.deepEqual(problemsOf({ dice, record, log: { ...LOG, problems: ["three"] } }, name), [
    "The secret does not fit its fingerprint.",
    "Wrong rolls: 4, 9.",
    "Wrong seeds: Bob and Charlie.",
    "There were rolls before all seeds.",
    "one",
    "three",
  ]);
});

test("it says who knew the seeds", () => {
  assert.equal(sealWords(DICE, name), "2 seeds fit their seals.");
  const open = { seals: { count: 1, known: [0, 2], missing: [], wrong: [], early: false } };
  assert.equal(sealWords(open, name), "One seed fits its seal. The server knew the seed of Alice and Charlie.");
  const cancelled = { seals: { count: 1, known: [], missing: [1], wrong: [], early: false } };
  assert.equal(sealWords(cancelled, name), "One seed fits its seal. Without a seed: Bob.");
  assert.equal(sealWords({ seals: null }, name), "The seeds were visible before the start.");
});

test("it says what this browser recorded, and admits that it recorded nothing", () => {
  assert.equal(
    recordWords(RECORD),
    "This browser recorded the fingerprint on 3 May 2026 at 14:02, before the first roll. Your seed is in the dice. It saw 6 of 6 steps, and nothing has changed since.",
  );
  const late = { ...RECORD, before: false, own: false, coverage: { seen: 2, total: 6, complete: false } };
  assert.equal(
    recordWords(late),
    "This browser recorded the fingerprint on 3 May 2026 at 14:02, during the game. It saw 2 of 6 steps, and nothing has changed since.",
  );
  assert.match(recordWords(null), /^This browser recorded nothing/);
});

test("it gives the place in the public log", () => {
  assert.equal(logMark(LOG.head), "log 1234:9af3c1d2");
  assert.equal(logWords(LOG), "The fingerprint is entry 12 of the public log. This browser checked 40 entries, up to log 1234:9af3c1d2.");
  assert.match(logWords({ ...LOG, head: null }), /could not be read/);
  assert.match(logWords(null), /not in the public log/);
});
