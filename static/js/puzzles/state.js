// The puzzle on the page, what the player has chosen, and the verdict.

import { computed, signal } from "@preact/signals";

import { land } from "../dice/motion.js";
import { gettext } from "../language/language.js";
import { post } from "../net/posting.js";
import { NOTHING, tap } from "../scorecard/choice.js";
import { motion as level } from "../settings/settings.js";
import { announce } from "../ui/live-region.js";
import { judge } from "./practice.js";
import { answered, remember, remembered } from "./visitor.js";
import { choiceKey, solvedWords, spokenQuestion, spokenVerdict } from "./words.js";

/** What the server wrote into the page (games/site/events/puzzles/views.py). */
export const data = JSON.parse(document.getElementById("puzzle-data").textContent);
export const sheet = data.sheet;
export const root = document.getElementById("puzzles");
const visitor = signal(remembered(localStorageOrNull()));

/** {puzzles, pending, right_below} on the page of one game's mistakes, else null. */
export const practice = data.practice ?? null;
/** How many of them were answered right. */
export const solved = signal(0);

/** The puzzle, or null if there is none left. */
export const puzzle = signal(data.puzzle);
export const held = signal([]); // positions
export const chosen = signal(null); // one of the puzzle's options
/** The verdict on the answer, or null before it. */
export const answer = signal(null);
/** The length of the streak that has just ended; 0 if none has. */
export const ended = signal(0);
export const busy = signal(false);
export const problem = signal("");
/** How many puzzles this page has shown. The dice are thrown for each. */
export const number = signal(1);
const record = signal(data.record);
let movesFocus = false; // whether the heading of the puzzle shown last gets the focus

/** How much the dice move: a puzzle comes at once. */
export const pace = computed(() => (level.value === "none" ? "none" : "short"));

export const open = computed(() => puzzle.value !== null && answer.value === null && !busy.value);
export const mayRoll = computed(() => open.value && puzzle.value.rolls < sheet.rolls);
/** {run, best} of the streak. */
export const streak = computed(() => (data.guest ? visitor.value : record.value));
/** Whether the streak must keep its variant. This holds for an account's streak, which the server stores. */
export const isLocked = computed(() => data.streak && !data.guest && puzzle.value !== null && record.value.run > 0);
/** The rating, or null without a name. */
export const rating = computed(() => record.value?.rating ?? null);

function localStorageOrNull() {
  try {
    return localStorage;
  } catch {
    return null; // storage may be forbidden
  }
}

/** Hold or release a die; return whether that was possible. */
export function toggleHold(position) {
  if (!mayRoll.value || position >= sheet.dice) return false;
  held.value = held.value.includes(position) ? held.value.filter((at) => at !== position) : [...held.value, position];
  return true;
}

let chosenAt = null;

/** Choose a box with the first tap, and answer with it by the second. */
export function pickBox(option, byKey) {
  if (!open.value) return;
  const choice = chosen.value ? { option: chosen.value, at: chosenAt, until: null } : NOTHING;
  const { choice: next, send } = tap(choice, option, { mode: "two taps", now: performance.now(), deadline: null, byKey });
  chosen.value = next.option;
  chosenAt = next.at;
  if (send) answerWith({ keep: null, box: send });
}

export function scoreChosen() {
  if (open.value && chosen.value) answerWith({ keep: null, box: chosen.value });
}

/** Answer with the held dice; return whether that was possible. */
export function roll() {
  if (!mayRoll.value || held.value.length === sheet.dice) return false;
  answerWith({ keep: held.value.map((at) => puzzle.value.dice[at]), box: null });
  return true;
}

export function tellProblem(words) {
  problem.value = words;
  announce(words);
}

function fields() {
  const mine = { variant: data.variant, theme: data.theme, mode: data.streak ? "streak" : "" };
  return data.guest ? { ...mine, seen: visitor.value.seen.join(), run: visitor.value.run } : mine;
}

function verdictOn(choice) {
  if (practice) return judge(puzzle.value, choice, { address: root.dataset.positions, sheet, below: practice.right_below });
  return post(root.dataset.answer, { ...fields(), puzzle: puzzle.value.code, choice: choiceKey(choice) });
}

/** Keep what an answer changes: the visitor's memory, the player's record, or the count of solved mistakes. */
function keep(found) {
  if (practice) {
    solved.value += found.right;
  } else if (data.guest) {
    visitor.value = answered(visitor.value, puzzle.value.code, { right: found.right, streak: data.streak, most: data.most_seen });
    remember(localStorageOrNull(), visitor.value);
  } else {
    record.value = found.record;
  }
}

async function answerWith(choice) {
  busy.value = true;
  const { answer: found, problem: why } = await verdictOn(choice);
  busy.value = false;
  problem.value = why;
  if (why) announce(why);
  if (!found) return;
  if (choice.box) chosen.value = choice.box;
  ended.value = data.streak && !found.right ? (streak.value?.run ?? 0) : 0;
  keep(found);
  answer.value = found;
  announce(spokenVerdict(found, sheet));
}

/** Whether the heading of the puzzle gets the focus, because the element that had it is gone. */
export function mayMoveFocus() {
  return movesFocus;
}

/** Return the heading when no puzzle is left. */
export function endWords() {
  if (!practice) return gettext("No puzzles left");
  const count = practice.puzzles.length;
  return count > 0 ? solvedWords(solved.value, count) : gettext("No costly choices");
}

/** Begin the mistakes of a game again. */
export function startAgain() {
  number.value = 0;
  solved.value = 0;
  show(practice.puzzles[0]);
}

/** Show a puzzle, or that none is left. `moves`: whether its heading gets the focus. */
function show(next, moves = true) {
  movesFocus = moves;
  puzzle.value = next;
  held.value = [];
  chosen.value = null;
  answer.value = null;
  problem.value = "";
  number.value += 1;
  land(sheet.dice, [], pace.value);
  announce(next ? spokenQuestion(next, sheet) : endWords());
}

/** Show the puzzle that came with the verdict; return whether there was a verdict. */
export function goOn() {
  if (answer.value === null) return false;
  const { next } = answer.value;
  // After a puzzle that the address named, go to the page of all puzzles.
  if (practice) show(practice.puzzles[number.value] ?? null);
  else if (data.chosen) location.assign(root.dataset.list);
  // The streak of an account may be of another variant.
  else if (next && data.streak && next.variant !== data.variant) location.reload();
  else show(next);
  return true;
}

/** Replace the page's puzzle if a returning visitor has seen it. Move the focus only if it was on that puzzle. */
export async function replaceSeen() {
  if (!data.guest || data.chosen || puzzle.value === null) return;
  const isStreak = data.streak && visitor.value.run > 0;
  if (!isStreak && !visitor.value.seen.includes(puzzle.value.code)) return;
  busy.value = true;
  const { answer: found } = await post(root.dataset.next, fields());
  busy.value = false;
  if (found) show(found.next, root.contains(document.activeElement));
}

