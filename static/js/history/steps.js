// The steps of a game and the card after each. Pure; knows no rules: all sums come from the server.

import { readingKey } from "../ui/reading.js";
import { groupByTurn, groupByTurnInRounds } from "./turn-groups.js";

const EMPTY_SUMS = { upper: 0, par: 0, upper_bonus: 0, lower: 0, bonus: 0, total: 0 };

// These events are not steps, because the turns around them say the same.
const NO_STEPS = new Set(["seed.revealed", "round.revealed"]);

/** Return the steps of a game in order: [{seat, turn, events}]. */
export function stepsOf({ events, view }) {
  const group = view.mode === "rounds" ? groupByTurnInRounds : groupByTurn;
  return group(events.filter(({ type }) => !NO_STEPS.has(type)));
}

function cardsUntil({ view, sheet, events, steps }, until) {
  const cards = view.seats.map(() => ({ columns: sheet.columns.map(() => ({ ...EMPTY_SUMS, boxes: {} })), total: 0 }));
  for (const { seq, type, seat, data } of events) {
    if (type === "box.scored" && seq <= until) cards[seat].columns[data.column].boxes[data.category] = data.points;
  }
  for (const { seq, seat, column, sums, total } of steps) {
    if (seq > until) break;
    Object.assign(cards[seat].columns[column], sums);
    cards[seat].total = total;
  }
  return cards;
}

/**
 * Return the game's `view` after step `index` of `all` (from `stepsOf`). `data`: {view, sheet,
 * events, steps} as in /g/<code>.json. After the last step this is the final view.
 */
export function viewAfter(data, all, index) {
  const { view, events } = data;
  if (index >= all.length - 1) return { ...view, last: null };
  const step = all[index];
  const until = step.events.at(-1).seq;
  const cards = cardsUntil(data, until);
  const gone = new Set(events.filter((each) => each.type === "seat.resigned" && each.seq <= until).map((each) => each.seat));
  const filled = step.events.find((event) => event.type === "box.scored");
  return {
    ...view,
    acting: typeof step.seat === "number" ? [step.seat] : [],
    seats: view.seats.map((seat, at) => ({ ...seat, card: cards[at], out: gone.has(at), place: null })),
    last: filled ? { seat: step.seat, ...filled.data } : null,
  };
}

/** Return the index in `all` of the step with event `seq`; null if there is none. */
export function stepOfEvent(all, seq) {
  const found = all.findIndex((step) => step.events.some((event) => event.seq === seq));
  return found < 0 ? null : found;
}

/** Return the step of `all` that an address's fragment names, by its number ("#12") or by an event in it ("#e57"); else null. */
export function stepFromFragment(fragment, all) {
  const named = /^#(e?)(\d{1,4})$/.exec(fragment);
  if (named === null) return null;
  return named[1] ? stepOfEvent(all, Number(named[2])) : Math.min(Number(named[2]), all.length - 1);
}

/** Return the step that a key moves to from step `at`; null for other keys. */
export function stepByKey(key, at, last) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[readingKey(key)];
  return to === undefined ? null : Math.max(0, Math.min(to, last));
}
