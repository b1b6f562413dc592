// What a table shows to people who do not play: a line of words, and dice. Pure.

import { gettext, interpolate } from "../language/language.js";
import { boxName, worth } from "../ui/event-text.js";
import { rollsIn } from "../ui/rolls.js";

/** Return the box that was filled last; in rounds, the one with the most points in the last reveal. */
export function lastFill({ mode, last, revealed = [] }, sheet) {
  if (mode !== "rounds") return last;
  const pointsOf = ({ column, points, bonus }) => worth(sheet, column, points + bonus);
  return [...revealed].sort((a, b) => pointsOf(b) - pointsOf(a) || a.seat - b.seat)[0] ?? null;
}

function wonWords(view, mark) {
  const winners = view.seats.filter((seat) => seat.place === 1).map((seat) => mark(seat.name));
  return winners.length === 1 ? interpolate(gettext("%(name)s won!"), { name: winners[0] }) : gettext("A tie!");
}

/** Return who filled which box. `mark`: what shows a name among elements. */
export function fillWords(view, sheet, fill, mark = String) {
  const { seat, column, points, bonus } = fill;
  const words = { name: mark(view.seats[seat].name), points: worth(sheet, column, points + bonus), box: boxName(sheet, fill) };
  return interpolate(gettext("%(name)s: %(points)s in %(box)s"), words);
}

/** Return what has just happened, in words. `mark`: as for `fillWords`. */
export function momentWords({ view, room }, mark = String) {
  if (view.status === "finished") return wonWords(view, mark);
  const fill = lastFill(view, room.sheet);
  if (view.mode === "rounds") return fill ? fillWords(view, room.sheet, fill, mark) : gettext("All at once");
  const acting = view.seats[view.acting[0]];
  if (!acting) return gettext("The game is about to start.");
  const { turn } = acting;
  const name = mark(acting.name);
  if (turn.dice) {
    return interpolate(gettext("%(name)s: roll %(roll)s of %(rolls)s"), { name, roll: turn.roll, rolls: rollsIn(room.sheet, turn) });
  }
  return fill ? fillWords(view, room.sheet, fill, mark) : interpolate(gettext("%(name)s starts."), { name });
}

/** Return the dice of the current turn, else those that were scored last. */
export function momentDice({ view, room, selection }) {
  const seat = view.seats[view.acting[0]];
  if (!seat?.turn.dice) {
    const fill = lastFill(view, room.sheet);
    return { dice: fill?.dice ?? null, held: [], stale: Boolean(fill) };
  }
  const marked = selection?.seat === seat.seat && selection.turn === seat.turn.number;
  return { dice: seat.turn.dice, held: marked ? selection.hold : seat.turn.hold, stale: false };
}
