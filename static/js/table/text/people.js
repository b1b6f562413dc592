// Text mode: the players that a typed name means. Pure.

import { plain } from "./plain.js";

/**
 * Return those of `seats` whose player `text` names: as it is written, else without marks and case, else by the number of
 * the seat (from 1), else by the beginning of the name. If there are several, the text is ambiguous.
 */
export function findSeats(text, seats) {
  const written = text.trim().normalize("NFC");
  const words = plain(text);
  const ways = [
    ({ name }) => name.normalize("NFC") === written,
    ({ name }) => words !== "" && plain(name) === words,
    ({ seat }) => /^[0-9]+$/.test(words) && Number(words) === seat + 1,
    ({ name }) => words !== "" && plain(name).startsWith(words),
  ];
  for (const fits of ways) {
    const found = seats.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}
