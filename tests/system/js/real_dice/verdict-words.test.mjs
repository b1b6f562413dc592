import assert from "node:assert/strict";
import test from "node:test";

import { costWords, headline, placeWords, stateWords } from "../../../../static/js/real_dice/verdict-words.js";

function seats(...pairs) {
  return { seats: pairs.map(([luck, loss]) => ({ choices: { luck, loss } })) };
}

test("the headline names who was lucky and who chose best", () => {
  assert.equal(headline(seats([41.2, 30], [-5, 12]), ["Anna", "Tom"]), "Anna was lucky by 41, Tom chose best.");
  assert.equal(headline(seats([41.2, 3], [-5, 12]), ["Anna", "Tom"]), "Anna was lucky by 41, and chose best.");
  assert.equal(headline(seats([-8, 3], [-5, 12]), ["Anna", "Tom"]), "Nobody was lucky. Anna chose best.");
  assert.equal(headline(seats([-8, 3.25]), ["Anna"]), "Luck −8.0, choices −3.3 points.");
});

test("there is no headline unless everybody’s rolls are known", () => {
  const some = seats([41, 30], [1, 2]);
  some.seats[1] = { choices: null };
  assert.equal(headline(some, ["Anna", "Tom"]), "");
});

test("a total is placed as far as it is known", () => {
  const all = { perfect_share: 0.344, typical_share: 0.6 };
  assert.equal(placeWords(all, true), "That is at least as much as in 60% of typical games. In 34% of its games, perfect play brings no more than this.");
  assert.equal(placeWords({ perfect_share: 0.001, typical_share: null }, true), "Perfect play nearly always brings more.");
  assert.equal(placeWords({ perfect_share: 0.995, typical_share: 0.999 }, true), "Hardly any typical game brings more. Even perfect play hardly ever brings more.");
  assert.equal(placeWords({ perfect_share: 0.004, typical_share: 0.005 }, true), "Nearly all typical games bring more. Perfect play nearly always brings more.");
  assert.match(placeWords(all, false), /\(estimated\)$/);
  assert.equal(placeWords({ perfect_share: null, typical_share: null }, true), "");
});

test("a costly choice tells its dice, from a position or from a judged box", () => {
  const sheet = { columns: [1], sections: [{ id: "upper", categories: [{ id: "ones", name: "Ones" }] }] };
  const box = { column: 0, category: "ones", points: 2, bonus: 0 };
  const best = { keep: [6, 6], box: null };
  const move = { turn: 3, position: "yacht - 0 11662 2", choice: { keep: null, box }, best, loss: 2.44 };
  assert.deepEqual(costWords(move, sheet), { turn: 3, dice: [1, 1, 6, 6, 2], what: "Scored 2 in Ones", better: "Better: keep 6 and 6", loss: "−2.4" });
  assert.deepEqual(costWords({ ...move, position: undefined, dice: [1, 1] }, sheet).dice, [1, 1]);
});

test("rules without perfect play say why there is no verdict", () => {
  for (const state of ["waiting", "failed", "never", "estimated"]) assert.notEqual(stateWords({ state }), "");
  assert.equal(stateWords({ state: "ready" }), "");
});
