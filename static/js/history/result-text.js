// The result of a game as a text to share. Pure.

import { logMark } from "../fairness/proof-text.js";
import { ranked } from "../game/ranking.js";

/**
 * Return the result of a game (as in /g/<code>.json) and its `link`, with the game's newest place in the public log: with
 * it, everyone who keeps the text can check the log later.
 */
export function resultText({ view, fair_log: place }, link) {
  const totals = ranked(view).map((seat) => `${seat.name} ${seat.card.total}`);
  const entry = place?.end ?? place?.commitment;
  return [`${view.variant.name}: ${totals.join(", ")}`, entry ? `${link} (${logMark(entry)})` : link].join("\n");
}
