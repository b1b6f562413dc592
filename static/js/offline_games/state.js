// The signals of the page, and what changes them. Every change is stored at once.

import { batch, computed, effect, signal, untracked } from "@preact/signals";

import { holdWords } from "../dice/holds.js";
import { atRest, land } from "../dice/motion.js";
import { gettext, interpolate } from "../language/language.js";
import { resultOf } from "../real_dice/game.js";
import { turnWords } from "../real_dice/words.js";
import { NOTHING, tap } from "../scorecard/choice.js";
import { announce } from "../ui/live-region.js";
import { rolledWords, whyNoTurn } from "./words.js";
import { chooseMove } from "./bot.js";
import { loadTable } from "./data.js";
import { randomId, randomNumber, rollDie } from "./dice.js";
import { newGame, restored, result, roll as rolled, rulesOf, score, turnNow } from "./engine.js";
import { askToKeep, markRunning, wasThrownAway } from "./marker.js";
import { KEYS, StoredGames } from "./store.js";
import { tab } from "./tab.js";

/** Return a stored game that this release can play on, or null. A stored one is {game, values, levels}. */
function readable(stored) {
  const game = restored(stored.game);
  return game && { ...stored, game };
}

/** Return what is kept of a stored game that is over, else null. */
function finished({ game: done }) {
  return done.over ? resultOf(done, rulesOf(done)) : null;
}

const store = new StoredGames(readable, undefined, finished);

/** {game, values, levels} of the running or just finished game, or null. `levels`: of the bots, by id. */
export const running = signal(store.game);
export const game = computed(() => running.value?.game ?? null);
/** Finished games, newest first: {id, over, name, names, totals, places, game, verdict, kept}. */
export const results = signal(store.results);
/** The finished game that is looked at, or null. */
export const looked = signal(null);
export const isStored = signal(store.isStored);
/** Whether there is a game here that only another release can read. */
export const hasAside = signal(store.hasAside);
/** Whether the browser has thrown away a game that was running here. */
export const isLost = signal(false);
/** What could not be done, in words. */
export const problem = signal("");

/** Whose turn it is, and what they may do: see engine.js; null when the game is over. */
export const turn = computed(() => (game.value && !game.value.over ? turnNow(game.value) : null));
/** The positions that are held for the next roll. */
export const held = signal([]);
/** How a tap on a box is going on: see js/scorecard/choice.js. */
export const choice = signal(NOTHING);
/** Whether a person may roll, hold and score here and now. */
export const mine = computed(() => turn.value !== null && turn.value.bot === null && tab.value === "mine" && atRest.value);
export const mayRoll = computed(() => mine.value && turn.value.left > 0 && held.value.length < game.value.rules.sheet.dice);

function show(next) {
  const isWhole = store.put(next);
  running.value = next;
  isStored.value = isWhole;
  held.value = [];
  choice.value = NOTHING;
  problem.value = "";
  markRunning(next && !next.game.over ? next.game.id : null);
}

function change(next) {
  show({ ...running.value, game: next });
}

/** Begin a game. `players`: [{name, bot}]. */
export function begin({ rules: data, values, bots }, players) {
  const levels = Object.fromEntries(bots.map((each) => [each.id, each]));
  const began = newGame({ rules: data, players, id: randomId(), began: Date.now() });
  looked.value = null;
  isLost.value = false;
  show({ game: began, values, levels });
  askToKeep();
}

/** The player has read that a game is lost. */
export function forgetLost() {
  isLost.value = false;
  markRunning(null);
}

/** Leave the running or finished game. */
export function leave() {
  show(null);
}

export function say(words) {
  problem.value = words;
  announce(words);
}

// --- A turn -----------------------------------------------------------------------------------------

function throwDice(holds) {
  const now = game.value;
  const next = rolled(now, holds, rollDie);
  batch(() => {
    change(next);
    // What was held lies on the rail while the others roll.
    held.value = holds;
    land(now.rules.sheet.dice, holds);
  });
  const { seat, dice, rolls, left } = turn.value;
  announce(rolledWords(now.names[seat], { dice, roll: rolls.length, rolls: rolls.length + left }));
}

export function roll() {
  if (!mayRoll.value) return false;
  throwDice(turn.value.dice ? held.value : []);
  return true;
}

export function toggleHold(position) {
  if (!mine.value || !turn.value.dice || turn.value.left === 0 || position >= turn.value.dice.length) return false;
  held.value = held.value.includes(position) ? held.value.filter((at) => at !== position) : [...held.value, position].sort((a, b) => a - b);
  return true;
}

export function holdByKey(position) {
  if (toggleHold(position)) announce(holdWords(turn.value.dice, held.value));
  else announce(whyNot());
}

/** Return why a key does nothing now, or "". */
export function whyNot() {
  if (!turn.value || tab.value !== "mine") return "";
  return whyNoTurn(turn.value, { name: game.value.names[turn.value.seat], held: held.value.length });
}

/** Choose a box with the first tap, and fill it with the second. */
export function pickBox(option, byKey) {
  if (!mine.value) return;
  // Nothing takes a box back here, so it takes two taps.
  const step = tap(choice.value, option, { mode: "two taps", now: performance.now(), deadline: null, byKey });
  choice.value = step.choice;
  if (step.send) fill(step.send);
}

export function scoreChosen() {
  if (mine.value && choice.value.option) fill(choice.value.option);
}

function fill(box) {
  const next = score(game.value, box);
  const at = next.turns.length - 1;
  const words = `${turnWords(next, at)}.`;
  if (!result(next).over) {
    change(next);
    const { seat } = turn.value;
    announce(next.names.length > 1 ? `${words} ${interpolate(gettext("%(name)s is next."), { name: next.names[seat] })}` : words);
    return;
  }
  const done = { ...running.value, game: { ...next, over: Date.now() } };
  store.note(finished(done));
  results.value = store.results;
  show(done);
  announce(words);
}

// --- Bots -------------------------------------------------------------------------------------------

let thinking = 0;

async function botMove() {
  const now = game.value;
  const { values, levels } = running.value;
  const table = await loadTable(now.rules, values);
  if (game.value !== now || tab.value !== "mine") return;
  const move = chooseMove(now, { table, level: levels[turn.value.bot] ?? null, draw: randomNumber() });
  clearTimeout(thinking);
  thinking = setTimeout(() => {
    if (game.value !== now || tab.value !== "mine" || !atRest.value) return;
    if (move.box) fill(move.box);
    else throwDice(move.hold ?? []);
  }, move.pause);
}

/** Let bots play whenever it is their turn and this tab plays. */
export function watchBots() {
  effect(() => {
    if (turn.value?.bot && tab.value === "mine" && atRest.value) untracked(botMove);
  });
}

// --- Finished games ---------------------------------------------------------------------------------

export function noteResult(id, found) {
  store.note({ id, ...found });
  tellResults();
}

export function forgetResult(id) {
  store.forget(id);
  running.value = store.game;
  tellResults();
}

function tellResults() {
  results.value = store.results;
  isStored.value = store.isStored;
}

// --- Other tabs -------------------------------------------------------------------------------------

function refresh() {
  if (store.refresh()) {
    running.value = store.game;
    held.value = [];
    choice.value = NOTHING;
  }
  hasAside.value = store.hasAside;
  results.value = store.results;
}

/** Tell js/app/playing.js: nobody is asked to reload or to install the site in the middle of a game. */
effect(() => {
  const { dataset } = document.documentElement;
  if (game.value) dataset.game = game.value.over ? "finished" : "playing";
  else delete dataset.game;
});
addEventListener("storage", ({ key }) => (key === null || KEYS.includes(key)) && refresh());
addEventListener("pageshow", refresh);
effect(() => {
  if (tab.value === "mine") untracked(refresh);
});
wasThrownAway(store.ids).then((lost) => (isLost.value = lost));
