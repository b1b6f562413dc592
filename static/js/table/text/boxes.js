// Text mode: the box that typed words name. Pure.

import { gettext } from "../../language/language.js";
import { plain } from "./plain.js";

const TIMES = /\s*(?:[x×*]\s*)?(\d)$/;

function initials(name) {
  return plain(name).split(" ").map((word) => word[0]).join("");
}

/** Return whether the words of `words` are beginnings of words of `name`, in the same order. */
function abbreviates(words, name) {
  const parts = plain(name).split(" ");
  let at = 0;
  for (const word of words.split(" ")) {
    while (at < parts.length && !parts[at].startsWith(word)) at += 1;
    if (at === parts.length) return false;
    at += 1;
  }
  return true;
}

/** Return the categories that `words` name: exactly, else by initials, else by beginnings of words. */
function categoriesNamed(words, sheet) {
  const upper = sheet.sections.find(({ id }) => id === "upper")?.categories ?? [];
  if (/^[1-9]$/.test(words)) return upper.slice(Number(words) - 1, Number(words));
  const all = sheet.sections.flatMap(({ categories }) => categories);
  const ways = [
    ({ name, id }) => plain(gettext(name)) === words || plain(name) === words || plain(id) === words,
    ({ name }) => words.length > 1 && (initials(gettext(name)) === words || initials(name) === words),
    ({ name }) => abbreviates(words, gettext(name)) || abbreviates(words, name),
  ];
  for (const fits of words === "" ? [] : ways) {
    const found = all.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}

/** Return the categories of the words of "rule". */
export function findCategories(text, sheet) {
  return categoriesNamed(plain(text), sheet);
}

/** Return {words, column}: with several columns, a number at the end is the column's multiplier. */
function split(text, sheet) {
  const times = sheet.columns.length > 1 ? TIMES.exec(text.trim()) : null;
  const column = times ? sheet.columns.indexOf(Number(times[1])) : -1;
  const name = column < 0 ? text : text.trim().slice(0, times.index);
  return name.trim() === "" ? { words: plain(text), column: -1 } : { words: plain(name), column };
}

/**
 * Return the entries of `options` that the words of "score" name. If there are several, the words are ambiguous. If there
 * is none, no such box exists, or it is filled.
 */
export function findBoxes(text, sheet, options) {
  const { words, column } = split(text, sheet);
  const ids = new Set(categoriesNamed(words, sheet).map(({ id }) => id));
  return options.filter((option) => ids.has(option.category) && (column < 0 || option.column === column));
}
