import assert from "node:assert/strict";
import test from "node:test";

import { withDefaults } from "../../../../static/js/settings/values.js";

const DEFAULTS = {
  theme: "auto",
  motion: "full",
  confirmScore: "two taps",
  diceLook: "ivory",
  feltLook: "navy",
  pips: "plain",
  sound: 0.6,
  captions: false,
  haptics: true,
  language: "",
};

test("it has a default for every setting", () => {
  assert.deepEqual(withDefaults({}), DEFAULTS);
});

test("it keeps what a player chose", () => {
  const chosen = { diceLook: "contrast", sound: 0, haptics: false, language: "de" };
  assert.deepEqual(withDefaults(chosen), { ...DEFAULTS, ...chosen });
});

test("it replaces values that do not exist", () => {
  const wrong = { theme: "pink", motion: 1, sound: 7, captions: "yes", pips: null, language: 3 };
  assert.deepEqual(withDefaults(wrong), DEFAULTS);
});

test("it turns motion off where the system asks for less of it, unless the player chose otherwise", () => {
  assert.equal(withDefaults({}, true).motion, "none");
  assert.equal(withDefaults({ motion: "short" }, true).motion, "short");
  assert.equal(withDefaults({ motion: "wild" }, true).motion, "none");
});
