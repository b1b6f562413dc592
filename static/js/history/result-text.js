// The result of a game as a text to share. Pure.

import { logMark } from "../fairness/proof-text.js";
import { ranked } from "../game/ranking.js";

/**
 * Return the result of a game (as in /g/<code>.json) in one line, with the game's newest place in the public log: with it,
 * everyone who keeps the text can check the log later. It names no dice.
 */
export function resultText({ view, fair_log: place }) {
  const totals = ranked(view).map((seat) => `${seat.name} ${seat.card.total}`);
  const entry = place?.end ?? place?.commitment;
  const mark = entry ? ` (${logMark(entry)})` : "";
  return `${view.variant.name}: ${totals.join(", ")}${mark}`;
}
