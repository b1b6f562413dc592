// The result of a game as a text to share. Pure.

import { logMark } from "../../fairness/proof-text.js";
import { gettext, isolate } from "../../language/language.js";
import { headline, ranked } from "./outcome.js";

const MEDALS = ["🥇", "🥈", "🥉"];
const MAX_LINES = 6;

function line(seat) {
  const mark = MEDALS[seat.place - 1] ?? "▫️";
  return `${mark} ${isolate(seat.name)} ${seat.card.total}`;
}

/**
 * Return the result of a game (as in /g/<code>.json): a headline, a line for each player, and the game's newest place
 * in the public log, so that everyone who keeps the text can check the log later. It names no dice.
 */
export function resultText({ view, fair_log: place }) {
  const seats = ranked(view);
  const lines = [`${gettext(view.variant.name)} · ${headline(view, null)}`, ...seats.slice(0, MAX_LINES).map(line)];
  if (seats.length > MAX_LINES) lines.push("…");
  const entry = place?.end ?? place?.commitment;
  if (entry) lines.push(`(${logMark(entry)})`);
  return lines.join("\n");
}
