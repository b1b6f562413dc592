// What a player's card says at the end of a game, before any analysis: a kind word, a bonus that was nearly won, the best
// box. Pure.

import { gettext, interpolate, listed, ngettext } from "../../language/language.js";
import { boxName, worth } from "../../ui/event-text.js";
import { endingOf } from "../state/margin.js";

const CLOSE = 10; // points between winner and loser

/** Who loses reads something kind first. */
function opening(view, seat) {
  if (view.seats.length === 1 || seat.out) return "";
  if (seat.place === 1) return gettext("Well played!");
  if (view.seats.every(({ out, place }) => out || place === 1)) return "";
  const { margin } = endingOf(view, seat.seat);
  if (margin === "far") return gettext("Thanks for a good game!");
  const winner = view.seats.find(({ place }) => place === 1);
  return margin === "narrow" || winner.card.total - seat.card.total <= CLOSE ? gettext("So close!") : "";
}

// As `short_of_bonus` in games/site/archive/history/story.py: a test holds both equal. The table cannot wait for the server.
function nearBonus({ card, out }, { upper_bonus: bonus }, most) {
  if (!bonus || out) return "";
  const short = Math.min(...card.columns.filter((column) => column.upper_bonus === 0).map(({ upper }) => bonus.at - upper));
  if (!(short > 0 && short <= most)) return "";
  return interpolate(gettext("Only %(points)s short of the bonus."), { points: short });
}

/** Return the boxes with the most points: {category, column, points}; none if all are empty. */
function mostOf({ card }, sheet) {
  const boxes = card.columns.flatMap(({ boxes: filled }, column) =>
    Object.entries(filled).map(([category, points]) => ({ category, column, points: worth(sheet, column, points) })),
  );
  const most = Math.max(0, ...boxes.map(({ points }) => points));
  return most === 0 ? [] : boxes.filter(({ points }) => points === most);
}

function bestBoxes(seat, sheet, mostNamed) {
  const best = mostOf(seat, sheet);
  if (best.length === 0 || best.length > mostNamed) return "";
  const most = best[0].points;
  const words = ngettext("Your best box: %(boxes)s, %(points)s.", "Your best boxes: %(boxes)s, %(points)s each.", best.length);
  return interpolate(words, { boxes: listed(best.map((box) => boxName(sheet, box))), points: most });
}

/**
 * Return what to tell the player of seat `mine` (or a spectator: null) about their card; "" for nothing.
 * Of the page: `nearBonus`, how many points are near, and `mostBest`, how many boxes with the same points are named.
 */
export function cardStory(view, sheet, mine, { nearBonus: near, mostBest }) {
  const seat = view.seats[mine];
  if (!seat || view.status !== "finished") return "";
  return [opening(view, seat), nearBonus(seat, sheet, Number(near)), bestBoxes(seat, sheet, Number(mostBest))].filter(Boolean).join(" ");
}

/**
 * Return the dice that filled the best box of seat `mine`; null if several boxes are as good, or the events in `log` do not
 * tell.
 */
export function bestDice(view, sheet, mine, log) {
  const seat = view.seats[mine];
  if (!seat || view.status !== "finished") return null;
  const [best, ...others] = mostOf(seat, sheet);
  if (!best || others.length > 0) return null;
  const isBest = ({ type, seat: whose, data }) => type === "box.scored" && whose === mine && data.category === best.category && data.column === best.column;
  const at = log.findIndex(isBest);
  const roll = log.slice(0, Math.max(0, at)).findLast(({ type, seat: whose }) => type === "dice.rolled" && whose === mine);
  return roll?.data.turn === log[at]?.data.turn ? (roll?.data.dice ?? null) : null;
}
