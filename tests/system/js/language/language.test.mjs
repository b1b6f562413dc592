import assert from "node:assert/strict";
import test from "node:test";

import { decimal, gettext, interpolate, isolate, listed, ngettext, number, percent, pgettext } from "../../../../static/js/language/language.js";

test("it shows English texts as they are", () => {
  assert.equal(gettext("Your turn"), "Your turn");
  assert.equal(pgettext("verb", "Roll"), "Roll");
  assert.equal(ngettext("one point", "many points", 1), "one point");
  assert.equal(ngettext("one point", "many points", 0), "many points");
});

test("it fills placeholders in any order", () => {
  assert.equal(interpolate("%(b)s, then %(a)s and %(b)s", { a: "x", b: 3 }), "3, then x and 3");
  assert.equal(interpolate("100 %", {}), "100 %");
});

test("it puts elements into texts", () => {
  const name = { type: "b" };
  assert.deepEqual(interpolate("%(name)s wins by %(lead)s", { name, lead: 5 }), [name, " wins by ", "5"]);
  const names = listed([name, "you"]);
  assert.deepEqual(names, [name, " and ", "you"]);
  assert.deepEqual(interpolate("%(names)s tie", { names }), [names, " tie"]);
});

test("it isolates what is written from right to left, and only that", () => {
  for (const name of ["דנה", "علي", "دنیا", "می\u200cروم", "ߒߞߏ", "𞤀𞤁", "𐤀", "٣", "ﷺ", "Bob דנה", "a\u200fb", "a\u202eb"]) {
    assert.equal(isolate(name), `\u2068${name}\u2069`, name);
    assert.equal(interpolate("%(name)s: %(points)s", { name, points: 55 }), `\u2068${name}\u2069: 55`);
    assert.equal(listed(["Bob", name]), `Bob and \u2068${name}\u2069`);
  }
  for (const name of ["Bob", "Ελένη", "Олена", "佐々木", "김민준", "สมชาย", "नीलिमा", "Ọ̀ṣun", "İpek", "ශ්\u200dරී", "👩\u200d🚀", "−3 ’ …"]) {
    assert.equal(isolate(name), name);
  }
});

test("it isolates everything on a page that is written from right to left", () => {
  globalThis.document = { dir: "rtl", documentElement: { lang: "en" } };
  try {
    assert.equal(interpolate("%(name)s: %(points)s", { name: "Bob", points: 5 }), "\u2068Bob\u2069: 5");
  } finally {
    delete globalThis.document;
  }
});

test("it writes numbers with a real minus sign, in groups from five digits", () => {
  assert.equal(number(-3), "−3");
  assert.equal(number(1234), "1234");
  assert.equal(number(12345), "12,345");
  assert.equal(decimal(2.35, 1), "2.4");
  assert.equal(decimal(-2, 1), "−2.0");
});

test("it writes percent without a space in English", () => {
  assert.equal(percent(0.345), "35%");
  assert.equal(percent(0.3333, 1), "33.3%");
  assert.equal(percent(1), "100%");
});

test("it writes percent after a no-break space in German", async () => {
  globalThis.document = { documentElement: { lang: "de" } };
  const german = await import("../../../../static/js/language/language.js?de");
  delete globalThis.document;
  assert.equal(german.percent(0.3333, 1), "33,3\u00a0%");
});

test("it writes lists", () => {
  assert.equal(listed(["Alice", "Bob", "Charlie"]), "Alice, Bob, and Charlie");
});
