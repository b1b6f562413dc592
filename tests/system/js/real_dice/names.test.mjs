import assert from "node:assert/strict";
import test from "node:test";

import { folded } from "../../../../static/js/real_dice/names.js";
import { lastGroups, standings } from "../../../../static/js/real_dice/season.js";

const SAME = [
  ["İpek", "ipek"],
  ["İpek", "I\u0307pek"],
  ["IŞIK", "ışık"],
  ["IŞIK", "işik"],
  ["José", "Jose\u0301"],
  ["O’Neil", "O'Neil"],
  ["OʼNeil", "o`neil"],
  ["Anna–Lena", "anna-lena"],
  ["Straße", "STRASSE"],
  ["Νίκος", "ΝΊΚΟΣ"],
  ["Ａｎｎａ", "Anna"],
  ["علی‌رضا", "علیرضا"],
  [" Anna  Maria ", "anna maria"],
];
const OTHERS = [
  ["José", "Jose"],
  ["Müller", "Muller"],
  ["Anna", "Anne"],
  ["ONeil", "O'Neil"],
  ["Łukasz", "Lukasz"],
];

for (const [one, other] of SAME) {
  test(`${one} and ${other} are one person`, () => {
    assert.equal(folded(one), folded(other));
    const results = [one, other].map((name, at) => ({ id: `${at}`, over: 1e12 + at, names: [name, "Bob"], totals: [2, 1], places: [1, 2] }));
    assert.equal(standings(results).find(({ name }) => name !== "Bob").games, 2);
    assert.equal(lastGroups(results).length, 1);
  });
}

for (const [one, other] of OTHERS) {
  test(`${one} and ${other} are two`, () => assert.notEqual(folded(one), folded(other)));
}
