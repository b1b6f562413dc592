// The signals of the page, and what changes them. Every change is stored at once.

import { computed, signal } from "@preact/signals";

import { announce } from "../ui/live-region.js";
import { actingSeat, add, cardOf, correct, isOver, mostRolls, newGame, places, Refused, wonBy } from "./game.js";
import { Rules } from "./rules.js";
import { storedGame, storedResults, storeGame, storeResults } from "./store.js";
import { refusalWords, turnWords } from "./words.js";

export const shown = JSON.parse(document.getElementById("real-dice-data").textContent);

/** The running or just finished game, or null. */
export const game = signal(storedGame());
/** Finished games, newest first. */
export const results = signal(storedResults());
/** The result that is looked at, or null. */
export const looked = signal(null);
/** Why the last tap changed nothing; "" if it did. */
export const problem = signal("");
/** Whether this device stores what is entered. */
export const isStored = signal(true);

let made = null;

function rulesOf(data) {
  if (made?.data !== data) made = new Rules(data);
  return made;
}

/** The rules of the game. */
export const rules = computed(() => (game.value ? rulesOf(game.value.rules) : null));
/** The seat whose turn is entered or corrected. */
export const acting = computed(() => {
  const now = game.value;
  return now.editing === null ? actingSeat(now, rules.value) : now.turns[now.editing].seat;
});

/** The most rolls of the turn that is entered or corrected. */
export const most = computed(() => mostRolls(game.value, rules.value, acting.value, game.value.editing ?? Infinity));

/** Put another game in place of the one so far, and store it. */
export function show(next) {
  game.value = next;
  problem.value = "";
  isStored.value = storeGame(next);
}

/** Change the turn that is being entered. */
export function changeDraft(draft) {
  show({ ...game.value, draft });
}

export function begin(data, names) {
  const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
  show(newGame(data, names, { id, began: Date.now(), kind: game.value?.kind }));
}

/** Enter a turn, or put it in place of the one that is being corrected. */
export function enterTurn(turn) {
  const now = game.value;
  try {
    const next = now.editing === null ? add(now, rules.value, turn) : correct(now, rules.value, now.editing, turn);
    const at = now.editing ?? next.turns.length - 1;
    show(next);
    announce(turnWords(next, at));
    if (isOver(next, rules.value)) finish();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem.value = refusalWords(error, now, turn);
    announce(problem.value);
  }
}

/** Note the result of the game that is over, in place of an earlier result of the same game. */
function finish() {
  const over = game.value.over ?? Date.now();
  show({ ...game.value, over });
  const { id, names, rules: data } = game.value;
  const totals = names.map((_, seat) => rules.value.total(cardOf(game.value, rules.value, seat)));
  const place = places(totals, wonBy(game.value, rules.value));
  store([{ id, over, name: data.name, names, totals, places: place, game: slim(game.value), verdict: null }, ...results.value.filter((each) => each.id !== id)]);
}

/** Return a game without what only the entry of turns needs. */
function slim({ rules: { points, jokers, tables, ...data }, draft, ...rest }) {
  return { ...rest, draft: null, rules: data };
}

function store(all) {
  results.value = all;
  isStored.value = storeResults(all);
}

/** Take the result of a game away, because it goes on or nobody wants it. */
export function forgetResult(id) {
  store(results.value.filter((each) => each.id !== id));
}

/** Note the verdict on a game, or where it is kept. */
export function noteResult(id, facts) {
  store(results.value.map((each) => (each.id === id ? { ...each, ...facts } : each)));
}

export function forgetAllResults() {
  store([]);
}
