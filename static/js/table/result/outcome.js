// How a game ended: the seats in order, and in words. Pure.

import { gettext, interpolate, listed, ngettext } from "../../language/language.js";
import { leadOf } from "../state/margin.js";

export { ranked } from "../state/margin.js";

function wonWords(winner, lead, mine, mark) {
  const name = mark(winner.name);
  if (winner.seat === mine) {
    return lead > 0 ? interpolate(ngettext("You win by %(lead)s", "You win by %(lead)s", lead), { lead }) : gettext("You win");
  }
  if (lead > 0) {
    return interpolate(ngettext("%(name)s wins by %(lead)s", "%(name)s wins by %(lead)s", lead), { name, lead });
  }
  return interpolate(gettext("%(name)s wins"), { name });
}

/**
 * Return how a game ended, in one line. `mine`: the reader's seat, or null; `mark`: what shows a name among elements; `isKind`:
 * whether to keep to who has won.
 */
export function headline(view, mine, mark = String, isKind = false) {
  if (view.status === "aborted") return gettext("The game was cancelled");
  if (view.status === "cancelled") return gettext("The start was cancelled");
  const winners = view.seats.filter((seat) => seat.place === 1);
  if (view.seats.length === 1) {
    const { total } = winners[0].card;
    return interpolate(ngettext("%(count)s point", "%(count)s points", total), { count: total });
  }
  if (winners.length > 1) return interpolate(gettext("%(names)s tie"), { names: listed(winners.map((seat) => mark(seat.name))) });
  return wonWords(winners[0], isKind ? 0 : leadOf(view), mine, mark);
}
