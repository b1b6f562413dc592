// The signals of the page, and what changes them. Every change is stored at once, and shown in all tabs.

import { computed, signal } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { announce } from "../ui/live-region.js";
import { actingSeat, add, correct, isOver, mostRolls, newGame, Refused, resultOf } from "./game.js";
import { Rules } from "./rules.js";
import { KEYS, StoredCard, StoredResults } from "./store.js";
import { refusalWords, turnWords } from "./words.js";

export const shown = JSON.parse(document.getElementById("real-dice-data").textContent);

const card = new StoredCard(randomId());
const done = new StoredResults();

/** The running or just finished game, or null. */
export const game = signal(card.game);
/** Finished games, newest first. */
export const results = signal(done.all);
/** The result that is looked at, or null. */
export const looked = signal(null);
/** Why the last tap changed nothing; "" if it did. */
export const problem = signal("");
/** Whether this device stores what is entered. */
export const isStored = signal(true);

let made = null;

function randomId() {
  return crypto.getRandomValues(new Uint32Array(2)).join("-");
}

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

/** Return what the page shows now, for a change that is made later: see `show`. */
export function moment() {
  return card.moment;
}

/**
 * Put another game in place of the one of a moment, and store it. If another tab has changed that meanwhile, show the
 * newer one instead, say so, and return false.
 */
export function show(next, seen = card.moment) {
  const isNewest = card.put(next, seen);
  game.value = card.game;
  isStored.value = card.isStored;
  problem.value = isNewest ? "" : gettext("Another tab has just changed this card. This is the card as it is now.");
  if (!isNewest) announce(problem.value);
  return isNewest;
}

/** Show what other tabs have stored. */
function refresh() {
  if (card.refresh()) {
    game.value = card.game;
    problem.value = "";
    // A tab of release 1.0 may have added the last turn.
    if (game.value && !game.value.over && isOver(game.value, rules.value)) finish(game.value);
  }
  done.refresh();
  results.value = done.all;
}

/** Change the turn that is being entered. */
export function changeDraft(draft) {
  show({ ...game.value, draft });
}

/** Begin a card, unless another tab has begun one since the moment at which this was asked for. */
export function begin(data, names, seen) {
  return show(newGame(data, names, { id: randomId(), began: Date.now(), kind: game.value?.kind }), seen);
}

/** Enter a turn, or put it in place of the one that is being corrected. */
export function enterTurn(turn) {
  const now = game.value;
  try {
    const next = now.editing === null ? add(now, rules.value, turn) : correct(now, rules.value, now.editing, turn);
    const at = now.editing ?? next.turns.length - 1;
    const isLast = isOver(next, rules.value);
    if (!(isLast ? finish(next) : show(next))) return;
    announce(`${turnWords(next, at)}.${isLast || now.editing !== null ? "" : ` ${nextWords(next)}`}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    problem.value = refusalWords(error, now, turn);
    announce(problem.value);
  }
}

/** Whose turn it is now, unless there is one player only. */
function nextWords({ names }) {
  return names.length > 1 ? interpolate(gettext("%(name)s is next."), { name: names[acting.value] }) : "";
}

/** Show a game that is over, and note its result in place of an earlier one of the same game. Return whether it could. */
function finish(next) {
  const over = done.timeFor(next.id, next.over ?? Date.now());
  if (!show({ ...next, over })) return false;
  done.put(resultOf(game.value, rules.value));
  noteStored();
  return true;
}

function noteStored() {
  results.value = done.all;
  isStored.value = done.isStored;
}

/** Take the result of a game away, because it goes on or nobody wants it. */
export function forgetResult(id) {
  done.remove(id);
  noteStored();
}

/** Note the verdict on a game, or where it is kept. */
export function noteResult(id, facts) {
  done.note(id, facts);
  noteStored();
}

export function forgetAllResults() {
  done.clear();
  noteStored();
}

addEventListener("storage", ({ key }) => (key === null || KEYS.includes(key)) && refresh());
// A page that was frozen, or comes back with the Back button, has heard of nothing.
addEventListener("pageshow", refresh);
document.addEventListener("visibilitychange", refresh);
