// How much of the card is drawn again in a turn: only what looks different.

import "../bare-names.mjs";
import assert from "node:assert/strict";
import { test } from "node:test";

const { computed, effect, signal } = await import("@preact/signals");
const { Card } = await import("../../../../static/js/scorecard/card.js");

const IDS = ["ones", "twos", "threes", "chance"];
const SHEET = { columns: [1], sections: [{ id: "upper", categories: IDS.slice(0, 3).map((id) => ({ id })) }, { id: "lower", categories: [{ id: "chance" }] }] };
const OPTIONS = [{ column: 0, category: "ones", points: 3, bonus: 0, joker: false }, { column: 0, category: "twos", points: 0, bonus: 0, joker: false }, { column: 0, category: "chance", points: 17, bonus: 0, joker: false }];

function viewOf({ acting = 0, options = [], mine = {}, theirs = {}, last = null }) {
  const seats = [mine, theirs].map((boxes, seat) => ({
    seat, name: `P${seat}`, player: seat, persona: null, out: false, options: seat === acting ? options : [],
    card: { total: Object.values(boxes).reduce((sum, each) => sum + each, 0), columns: [{ boxes, upper: 0, upper_bonus: 0, par: 0, total: 0, bonus: 0 }] },
  }));
  return { acting: [acting], seats, last };
}

/** Return a card with its signals, and `drawn(act)`: the parts that are drawn again when `act` changes something. */
function table() {
  const state = { view: signal(viewOf({ mine: { threes: 9 } })), chosen: signal(null), pending: signal(null), hinted: signal(null), mayScore: signal(true) };
  const options = computed(() => new Map(state.view.value.seats[state.view.value.acting[0]].options.map((each) => [`${each.column}/${each.category}`, each])));
  const card = new Card({ ...state, sheet: SHEET, first: 0, mine: signal(0), count: 2, shown: signal([0, 1]), options, mayPick: computed(() => state.view.value.acting[0] === 0) });
  const seen = [];
  for (const seat of card.seats) {
    const parts = { ...Object.fromEntries(IDS.map((id) => [id, card.box(seat, 0, id)])), total: card.total(seat), classes: card.classes(seat, true), person: card.person(seat), bonus: card.bonus(seat, 0) };
    for (const [name, part] of Object.entries(parts)) effect(() => void (part.value, seen.push(`${seat}/${name}`)));
  }
  const drawn = (act) => {
    seen.length = 0;
    act();
    return seen.toSorted();
  };
  return { ...state, card, drawn };
}

test("it draws the open boxes of the acting seat when the dice lie", () => {
  const { view, drawn, card } = table();
  assert.deepEqual(drawn(() => { view.value = viewOf({ options: OPTIONS, mine: { threes: 9 } }); }), ["0/chance", "0/ones", "0/twos"]);
  assert.deepEqual(card.box(0, 0, "chance").value, { kind: "offer", points: 17, bonus: 0, joker: false, chosen: false, hinted: false, isButton: true });
});

test("it draws nothing when dice are held or the server says the same again", () => {
  const { view, mayScore, drawn } = table();
  view.value = viewOf({ options: OPTIONS });
  assert.deepEqual(drawn(() => { view.value = viewOf({ options: OPTIONS.map((each) => ({ ...each })) }); }), []);
  assert.deepEqual(drawn(() => { mayScore.value = false; }), []);
});

test("it draws two boxes when another one is chosen, and one when it is sent", () => {
  const { view, chosen, pending, drawn } = table();
  view.value = viewOf({ options: OPTIONS });
  assert.deepEqual(drawn(() => { chosen.value = OPTIONS[0]; }), ["0/ones"]);
  assert.deepEqual(drawn(() => { chosen.value = { ...OPTIONS[2] }; }), ["0/chance", "0/ones"]);
  assert.deepEqual(drawn(() => { pending.value = OPTIONS[2]; }), ["0/chance"]);
});

test("it draws the box that was written and the offers that end, and no box of anybody else", () => {
  const { view, drawn } = table();
  view.value = viewOf({ options: OPTIONS, mine: { threes: 9 }, theirs: { twos: 4 } });
  const last = { seat: 0, column: 0, category: "chance" };
  const after = drawn(() => { view.value = viewOf({ acting: 1, mine: { threes: 9, chance: 17 }, theirs: { twos: 4 }, last }); });
  assert.deepEqual(after, ["0/chance", "0/classes", "0/ones", "0/total", "0/twos", "1/classes"]);
});

test("it survives a game with fewer seats until it is replaced", () => {
  const { view, card, drawn } = table();
  view.value = viewOf({ theirs: { twos: 4 } });
  drawn(() => { view.value = { ...view.value, seats: view.value.seats.slice(0, 1) }; });
  assert.equal(card.box(1, 0, "twos").value.kind, "open");
  drawn(() => { view.value = { ...view.value, seats: view.value.seats.map((seat) => ({ ...seat, out: true })) }; });
  assert.match(card.classes(0, false).value, /\bout\b/);
});
