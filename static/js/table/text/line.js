// Text mode: a typed line as a command with its words. Pure.

import { positionsOf } from "../../dice/holds.js";
import { pgettext } from "../../language/language.js";
import { plain } from "./plain.js";

/**
 * Return other words for every command, besides its English name: its name in the language of the page
 * and short forms.
 */
const otherWords = () => ({
  roll: [pgettext("typed command", "roll"), "r"],
  hold: [pgettext("typed command", "hold"), "h"],
  keep: [pgettext("typed command", "keep"), "k"],
  score: [pgettext("typed command", "score"), "s", "fill"],
  boxes: [pgettext("typed command", "boxes"), "b", "options"],
  dice: [pgettext("typed command", "dice"), "d"],
  card: [pgettext("typed command", "card"), "c"],
  scores: [pgettext("typed command", "scores"), "totals", "players"],
  turn: [pgettext("typed command", "turn"), "who"],
  time: [pgettext("typed command", "time"), "t", "clock"],
  hint: [pgettext("typed command", "hint")],
  rule: [pgettext("typed command", "rule"), "rules", "what"],
  last: [pgettext("typed command", "last"), "again", "repeat"],
  undo: [pgettext("typed command", "undo"), "u", "cancel"],
  yes: [pgettext("typed command", "yes"), "y", "ok"],
  say: [pgettext("typed command", "say"), "chat"],
  rematch: [pgettext("typed command", "rematch"), "play"],
  help: [pgettext("typed command", "help"), "?", "commands"],
  quit: [pgettext("typed command", "quit"), "exit"],
});

const DIGITS_ONLY = /^[\d\s,]+$/;

/** The command that a word means, with accents or without. */
function named(typed) {
  const word = plain(typed) || typed;
  const commands = Object.entries(otherWords()).map(([name, words]) => [name, words.map((each) => plain(each) || each)]);
  const exact = commands.find(([name, words]) => name === word || words.includes(word));
  if (exact) return exact[0];
  const begun = commands.filter(([name, [own]]) => word.length > 1 && (name.startsWith(word) || own.startsWith(word)));
  return begun.length === 1 ? begun[0][0] : "";
}

function isAll(rest) {
  return plain(rest) === "all" || plain(rest) === plain(pgettext("typed command", "all"));
}

function isNone(rest) {
  return plain(rest) === "none" || plain(rest) === plain(pgettext("typed command", "none"));
}

/**
 * Return {name, rest}: the command that `line` names, or "" if it is unknown, and the text after it.
 * Numbers alone are dice to hold.
 */
export function parseLine(line) {
  const text = line.trim().replace(/^\/\s*/, "");
  if (text !== "" && DIGITS_ONLY.test(text)) return { name: "hold", rest: text };
  const [, first = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(text) ?? [];
  return { name: named(first.toLowerCase()), rest };
}

/** Return the single digits in `rest` as numbers: "1 3", "1,3" and "13" are the same. */
function digits(rest) {
  return [...rest.replace(/[\s,]/g, "")].map(Number);
}

/**
 * Return the positions (from 0) that the words of "hold" name, or null if they make no sense.
 * `count`: the number of dice.
 */
export function heldPositions(rest, count) {
  if (isAll(rest)) return Array.from({ length: count }, (_, position) => position);
  if (isNone(rest)) return [];
  const numbers = digits(rest);
  const valid = numbers.length > 0 && numbers.every((each) => each >= 1 && each <= count);
  return valid ? [...new Set(numbers)].map((each) => each - 1).sort((a, b) => a - b) : null;
}

/**
 * Return the positions of dice with the faces that the words of "keep" name, or null if the words make no sense or there
 * are too few such dice. Among equal dice, prefer dice that are already `held`.
 */
export function keptPositions(rest, dice, held) {
  if (isAll(rest) || isNone(rest)) return heldPositions(rest, dice.length);
  const faces = digits(rest);
  return faces.length > 0 ? positionsOf(faces, dice, held) : null;
}
