import assert from "node:assert/strict";
import { test } from "node:test";

import { isPlainPress, pressedKey } from "../../../../static/js/ui/pressed-key.js";

// The keys of each layout, as the browsers report them: what is printed at the places of a US keyboard.
const PLACES = ["Digit1", "Digit2", "Digit5", "KeyR", "KeyH", "KeyC", "KeyN", "KeyJ", "KeyK", "KeyU"];
const MEANT = ["1", "2", "5", "r", "h", "c", "n", "j", "k", "u"];
const LAYOUTS = {
  "US English": ["1", "2", "5", "r", "h", "c", "n", "j", "k", "u"],
  Russian: ["1", "2", "5", "к", "р", "с", "т", "о", "л", "г"],
  Ukrainian: ["1", "2", "5", "к", "р", "с", "т", "о", "л", "г"],
  "Bulgarian phonetic": ["1", "2", "5", "р", "х", "ц", "н", "й", "к", "у"],
  Greek: ["1", "2", "5", "ρ", "η", "ψ", "ν", "ξ", "κ", "θ"],
  Hebrew: ["1", "2", "5", "ר", "י", "ב", "מ", "ח", "ל", "ו"],
  Arabic: ["١", "٢", "٥", "ق", "ا", "ؤ", "ى", "ت", "ن", "ع"],
  Persian: ["۱", "۲", "۵", "ق", "ا", "ز", "د", "ت", "ن", "ع"],
  Hindi: ["१", "२", "५", "ी", "प", "म", "ल", "र", "क", "ह"],
  Thai: ["ๅ", "/", "ถ", "พ", "้", "แ", "ื", "่", "า", "ี"],
  Korean: ["1", "2", "5", "ㄱ", "ㅗ", "ㅊ", "ㅜ", "ㅓ", "ㅏ", "ㅕ"],
  "Japanese kana": ["ぬ", "ふ", "え", "す", "く", "そ", "み", "ま", "の", "な"],
  Georgian: ["1", "2", "5", "რ", "ჰ", "ც", "ნ", "ჯ", "კ", "უ"],
  Armenian: ["է", "թ", "ջ", "ր", "հ", "ց", "ն", "ճ", "ք", "ւ"],
  "French AZERTY": ["&", "é", "(", "r", "h", "c", "n", "j", "k", "u"],
  "Belgian AZERTY": ["&", "é", "(", "r", "h", "c", "n", "j", "k", "u"],
  Czech: ["+", "ě", "ř", "r", "h", "c", "n", "j", "k", "u"],
  Slovak: ["+", "ľ", "ť", "r", "h", "c", "n", "j", "k", "u"],
  Lithuanian: ["ą", "č", "į", "r", "h", "c", "n", "j", "k", "u"],
  "German QWERTZ": ["1", "2", "5", "r", "h", "c", "n", "j", "k", "u"],
  Turkish: ["1", "2", "5", "r", "h", "c", "n", "j", "k", "u"],
};

for (const [layout, keys] of Object.entries(LAYOUTS)) {
  test(`it finds the shortcuts on a ${layout} keyboard`, () => {
    const found = keys.map((key, at) => pressedKey({ key, code: PLACES[at], shiftKey: false }));
    assert.deepEqual(found, MEANT);
  });
}

test("it takes the letter that is printed, where the layout has Latin ones", () => {
  assert.equal(pressedKey({ key: "r", code: "KeyO" }), "r"); // Dvorak
  assert.equal(pressedKey({ key: "a", code: "KeyQ" }), "a"); // AZERTY
  assert.equal(pressedKey({ key: "R", code: "KeyR", shiftKey: true }), "r");
  assert.equal(pressedKey({ key: "К", code: "KeyR", shiftKey: true }), "r");
  assert.equal(pressedKey({ key: "1", code: "Digit1", shiftKey: true }), "1"); // AZERTY
});

test("it reads digits of the number pad and dead keys", () => {
  assert.equal(pressedKey({ key: "4", code: "Numpad4" }), "4");
  assert.equal(pressedKey({ key: "End", code: "Numpad1" }), "End");
  assert.equal(pressedKey({ key: "Dead", code: "Digit2" }), "2");
  assert.equal(pressedKey({ key: "Process", code: "KeyR" }), "r");
});

test("it leaves every other key as it is", () => {
  for (const key of [" ", "Enter", "Escape", "ArrowUp", "Backspace", "Tab", "F5"]) assert.equal(pressedKey({ key, code: "Digit1" }), key);
  assert.equal(pressedKey({ key: "?", code: "Slash", shiftKey: true }), "?");
  assert.equal(pressedKey({ key: "/", code: "Digit7", shiftKey: true }), "/"); // German
  assert.equal(pressedKey({ key: "!", code: "Digit1", shiftKey: true }), "!");
  assert.equal(pressedKey({ key: ",", code: "KeyW" }), ","); // Dvorak
});

test("it is a shortcut only without modifiers", () => {
  assert.equal(isPlainPress({ key: "r", shiftKey: true }), true);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) assert.equal(isPlainPress({ [modifier]: true }), false);
  assert.equal(isPlainPress({ getModifierState: (name) => name === "AltGraph" }), false);
});
