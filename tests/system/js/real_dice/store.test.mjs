// The card and the finished games in several tabs of one device, some of release 1.0.

import assert from "node:assert/strict";
import test from "node:test";

import { emptyDraft } from "../../../../static/js/real_dice/draft.js";
import { actingSeat, add, isOver, newGame, turnFrom, undo } from "../../../../static/js/real_dice/game.js";
import { StoredCard, StoredResults } from "../../../../static/js/real_dice/store.js";
import { FakeStorage } from "../storage.mjs";
import { smallRules } from "./small-rules.mjs";

const rules = smallRules();
const BOXES = ["ones", "twos", "threes", "fours", "fives", "sixes", "yahtzee", "chance"];
let began = 1;
let tabs = 0;

function begin(names = ["Mia", "Leo"]) {
  began += 1;
  return newGame(rules.data, names, { id: `game ${began}`, began: Date.now() + began });
}

function pointsFor(category) {
  return category === "yahtzee" ? 0 : { ones: 1, twos: 2, threes: 3, fours: 4, fives: 5, sixes: 6, chance: 7 }[category];
}

function enter(game, category, seat = actingSeat(game, rules)) {
  return add(game, rules, turnFrom(emptyDraft("points", 2), seat, { column: 0, category, points: pointsFor(category) }, rules));
}

function said(game) {
  return game && game.turns.map(({ seat, category }) => `${seat} ${category}`);
}

function result(id, over) {
  return { id, over, name: "Small", names: ["Mia"], totals: [over], places: [1], game: { turns: [] }, verdict: null };
}

function tab(storage) {
  tabs += 1;
  return new StoredCard(`tab ${tabs}`, () => storage);
}

/** A page of release 1.0: it reads once, and writes the whole game that it has in memory. */
class OldTab {
  #storage;

  constructor(storage) {
    this.#storage = storage;
    this.game = JSON.parse(storage.getItem("real-dice"));
    this.done = JSON.parse(storage.getItem("real-dice-done")) ?? [];
  }

  put(game) {
    this.game = game;
    if (game === null) this.#storage.removeItem("real-dice");
    else this.#storage.setItem("real-dice", JSON.stringify(game));
  }

  finish(each) {
    this.done = [each, ...this.done.filter(({ id }) => id !== each.id)];
    this.#storage.setItem("real-dice-done", JSON.stringify(this.done));
  }
}

test("a tab from earlier takes nothing back, and then shows what there is", () => {
  const storage = new FakeStorage();
  const a = tab(storage);
  a.put(begin());
  const b = tab(storage);
  for (const box of ["ones", "ones", "twos"]) assert.equal(a.put(enter(a.game, box)), true);
  assert.equal(b.game.turns.length, 0);
  assert.equal(b.put({ ...b.game, draft: emptyDraft("dice", 2) }), false);
  assert.deepEqual(said(b.game), ["0 ones", "1 ones", "0 twos"]);
  assert.equal(b.put(enter(b.game, "twos")), true);
  assert.equal(a.refresh(), true);
  assert.deepEqual(said(a.game), said(b.game));
  assert.equal(a.refresh(), false);
});

test("of an undo and an entry of two tabs that had the same card, the first counts, and nobody's turn is lost", () => {
  for (const undoFirst of [true, false]) {
    const storage = new FakeStorage();
    const a = tab(storage);
    a.put(enter(begin(), "ones"));
    const b = tab(storage);
    const undone = undo(a.game, rules);
    const entered = enter(b.game, "twos");
    assert.equal(undoFirst ? a.put(undone) : b.put(entered), true);
    assert.equal(undoFirst ? b.put(entered) : a.put(undone), false);
    assert.deepEqual(said(a.game), undoFirst ? [] : ["0 ones", "1 twos"]);
    assert.deepEqual(said(b.game), said(a.game));
  }
});

test("a card that was begun while another tab loaded its rules stays", () => {
  const storage = new FakeStorage();
  const [a, b] = [tab(storage), tab(storage)];
  const asked = b.moment;
  a.put(begin());
  const running = a.game.id;
  b.refresh();
  assert.equal(b.put(begin(), asked), false);
  assert.equal(b.game.id, running);
});

test("cards and results of release 1.0 are read", () => {
  const storage = new FakeStorage();
  const old = new OldTab(storage);
  old.put(enter(begin(), "fours"));
  old.finish(result("x", 5));
  const a = tab(storage);
  assert.deepEqual(said(a.game), ["0 fours"]);
  assert.deepEqual(new StoredResults(() => storage).all.map(({ id }) => id), ["x"]);
  assert.equal(a.put(enter(a.game, "fives")), true);
  assert.deepEqual(said(new OldTab(storage).game), ["0 fours", "1 fives"]);
});

test("a tab of release 1.0 takes no turn back, and its own turns count", () => {
  const storage = new FakeStorage();
  const a = tab(storage);
  a.put(begin());
  const old = new OldTab(storage);
  a.put(enter(enter(a.game, "ones"), "ones"));
  old.put({ ...old.game, draft: emptyDraft("dice", 2) });
  assert.deepEqual(said(tab(storage).game), ["0 ones", "1 ones"]);
  old.put(enter(old.game, "sixes"));
  a.refresh();
  assert.deepEqual(said(a.game), ["0 ones", "1 ones", "0 sixes"]);
  assert.deepEqual(said(tab(storage).game), said(a.game));
  a.put(undo(a.game, rules));
  a.put(undo(a.game, rules));
  // The page of release 1.0 that is opened now knows both; it must not bring the undone turn back.
  const fresh = new OldTab(storage);
  fresh.put({ ...fresh.game, kind: "points" });
  a.refresh();
  assert.deepEqual(said(a.game), ["0 ones"]);
});

test("a tab of release 1.0 deletes no running card", () => {
  const storage = new FakeStorage();
  const old = new OldTab(storage);
  old.put(begin());
  const a = tab(storage);
  a.put(enter(a.game, "ones"));
  old.put(null);
  a.refresh();
  assert.deepEqual(said(a.game), ["0 ones"]);
  old.put(enter(begin(), "twos"));
  a.refresh();
  assert.deepEqual(said(a.game), ["0 ones"]);
  a.put(null);
  old.put(begin());
  a.refresh();
  assert.equal(a.game.id, old.game.id);
});

test("without room, a tab keeps its card in memory and says so", () => {
  const storage = new FakeStorage();
  const a = tab(storage);
  a.put(begin());
  storage.limit = 10;
  assert.equal(a.put(enter(a.game, "ones")), true);
  assert.equal(a.isStored, false);
  assert.equal(a.put(enter(a.game, "ones")), true);
  assert.deepEqual(said(a.game), ["0 ones", "1 ones"]);
});

test("forbidden storage and storage that was emptied lose nothing of the open page", () => {
  const forbidden = new StoredCard("a", () => {
    throw new Error("SecurityError");
  });
  assert.equal(forbidden.game, null);
  assert.equal(forbidden.put(begin()), true);
  assert.equal(forbidden.put(enter(forbidden.game, "ones")), true);
  const storage = new FakeStorage();
  const a = tab(storage);
  a.put(enter(begin(), "ones"));
  storage.entries.clear();
  assert.equal(a.refresh(), false);
  assert.equal(a.put(enter(a.game, "ones")), true);
  assert.deepEqual(said(tab(storage).game), ["0 ones", "1 ones"]);
});

test("what a broken or foreign page has stored is left out", () => {
  for (const text of ["", "{", "null", "[]", "7", '{"rev":"x"}', '{"rev":3,"game":{"version":2}}']) {
    const storage = new FakeStorage();
    storage.setItem("real-dice-card", text);
    storage.setItem("real-dice-results", text);
    storage.setItem("real-dice", text);
    storage.setItem("real-dice-done", text);
    const a = tab(storage);
    assert.equal(a.game, null, text);
    assert.equal(a.put(begin()), true);
    const done = new StoredResults(() => storage);
    assert.deepEqual(done.all, []);
    done.put(result("x", 1));
    assert.equal(new StoredResults(() => storage).all.length, 1);
  }
});

test("finished games of all tabs stay, each once, also those of release 1.0", () => {
  const storage = new FakeStorage();
  const a = new StoredResults(() => storage);
  const b = new StoredResults(() => storage);
  const old = new OldTab(storage);
  a.put(result("mia", 10));
  b.put(result("leo", 20));
  old.finish(result("zoe", 30));
  a.note("mia", { verdict: { state: "ready" } });
  b.put(result("leo", 21));
  a.refresh();
  assert.deepEqual(a.all.map(({ id, over }) => [id, over]), [["zoe", 30], ["leo", 21], ["mia", 10]]);
  assert.deepEqual(a.all[2].verdict, { state: "ready" });
  b.remove("mia");
  old.finish(result("zoe", 30));
  a.refresh();
  assert.deepEqual(a.all.map(({ id }) => id), ["zoe", "leo"]);
  assert.deepEqual(new OldTab(storage).done.map(({ id }) => id), ["zoe", "leo"]);
  // A game that goes on and ends again, although the clock was put back.
  a.put(result("mia", a.timeFor("mia", 3)));
  b.refresh();
  assert.deepEqual(b.all.map(({ id, over }) => [id, over]), [["zoe", 30], ["leo", 21], ["mia", 11]]);
  a.clear();
  b.refresh();
  assert.deepEqual(b.all, []);
  b.put(result("ada", b.timeFor("ada", 4)));
  a.refresh();
  assert.deepEqual(a.all.map(({ id }) => id), ["ada"]);
});

test("old results lose their turns first when there is little room", () => {
  const storage = new FakeStorage();
  storage.limit = 12_000;
  const done = new StoredResults(() => storage);
  for (let at = 1; at <= 12; at += 1) done.put({ ...result(`game ${at}`, at), game: { turns: ["x".repeat(400)] } });
  assert.equal(done.isStored, true);
  const stored = new StoredResults(() => storage).all;
  assert.equal(stored.length, 12);
  assert.notEqual(stored[0].game, null);
  assert.equal(stored[11].game, null);
});

// Generated evenings: three tabs act in any order, and hear of the others only now and then. The model is one list of games,
// where an action counts if its tab had seen the newest state.

function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Model {
  game = null; // {id, turns: ["0 ones"]}
  done = new Map();
  version = 0;
}

function playOne(pick, model, each, results) {
  const { card } = each;
  const isFresh = each.version === model.version;
  const act = (next, change) => {
    assert.equal(card.put(next), isFresh);
    if (isFresh) {
      change();
      model.version += 1;
    }
    each.version = model.version;
    return isFresh;
  };
  const { game } = card;
  if (game === null) {
    const next = begin();
    return act(next, () => (model.game = { id: next.id, turns: [] }));
  }
  if ((game.over && pick(3) > 0) || pick(60) === 0) return act(null, () => (model.game = null));
  if (game.over || pick(5) === 0) {
    const isDone = act(undo(game, rules), () => model.game.turns.pop());
    if (isDone && game.over) {
      results.remove(game.id);
      model.done.delete(game.id);
    }
    return isDone;
  }
  const seat = actingSeat(game, rules);
  const open = BOXES.filter((box) => !game.turns.some((turn) => turn.seat === seat && turn.category === box));
  const box = open[pick(open.length)];
  let next = enter(game, box, seat);
  const over = isOver(next, rules) ? results.timeFor(next.id, model.version) : null;
  if (over) next = { ...next, over };
  const isDone = act(next, () => model.game.turns.push(`${seat} ${box}`));
  if (over && isDone) {
    results.put(result(next.id, over));
    model.done.set(next.id, over);
  }
  return isDone;
}

test("every evening of three tabs gives the card of one list", () => {
  let finished = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const pick = random(seed);
    const storage = new FakeStorage();
    const model = new Model();
    const open = () => ({ card: tab(storage), results: new StoredResults(() => storage), version: model.version });
    const all = [open(), open(), open()];
    for (let step = 0; step < 200; step += 1) {
      const at = pick(3);
      if (pick(12) === 0) all[at] = open(); // closed, and opened again
      const each = all[at];
      if (pick(2) === 0) {
        assert.equal(each.card.refresh(), each.version !== model.version);
        each.version = model.version;
      }
      playOne(pick, model, each, each.results);
      assert.equal(each.card.game?.id ?? null, model.game?.id ?? null);
      assert.deepEqual(said(each.card.game), model.game && model.game.turns);
    }
    const fresh = open();
    assert.deepEqual(said(fresh.card.game), model.game && model.game.turns);
    finished += model.done.size;
    const ids = fresh.results.all.map(({ id }) => id);
    assert.deepEqual([...ids].sort(), [...model.done.keys()].sort());
  }
  assert.ok(finished > 60, `${finished} games were finished`);
});
