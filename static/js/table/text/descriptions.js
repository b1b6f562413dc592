// Text mode: the table in words. Pure.

import { holdWords } from "../../dice/holds.js";
import { gettext, interpolate, isolate, listed, ngettext, pair } from "../../language/language.js";
import { duration } from "../../ui/duration.js";
import { boxName, worth } from "../../ui/event-text.js";

const sentences = (...words) => words.filter(Boolean).map((each) => `${each}.`).join(" ");

function roundWords({ round, rounds }) {
  return interpolate(gettext("Round %(round)s of %(rounds)s"), { round, rounds });
}

/** `turn`: of the view; `held`: positions. */
export function diceText({ turn, held, rolls }) {
  if (!turn.dice) return gettext("Roll first.");
  const holding = held.length > 0 ? `${holdWords(turn.dice, held)} ` : "";
  const made = interpolate(gettext("Roll %(roll)s of %(rolls)s"), { roll: turn.roll, rolls });
  return `${listed(turn.dice.map(String))}. ${holding}${made}.`;
}

/** Whose turn it is, and how far it is. `title`: "Your turn" or another player's. */
export function turnText(title, { turn, rolls }, game) {
  return sentences(title, interpolate(gettext("Roll %(roll)s of %(rolls)s"), { roll: turn.roll, rolls }), roundWords(game));
}

/** The open boxes with their points for the dice on the table, best first. */
export function optionsText(options, sheet) {
  const counted = ({ column, points, bonus }) => worth(sheet, column, points + bonus);
  const sorted = [...options].sort((a, b) => counted(b) - counted(a));
  return sorted.map((option) => `${boxName(sheet, option)} ${counted(option)}.`).join(" ");
}

/** All boxes of `sheet` as {column, category}, a column after the other. */
function allBoxes(sheet) {
  const ids = sheet.sections.flatMap(({ categories }) => categories.map(({ id }) => id));
  return sheet.columns.flatMap((_, column) => ids.map((category) => ({ column, category })));
}

function upperText({ upper, upper_bonus: won }, column, sheet) {
  if (!sheet.upper_bonus) return "";
  const counted = (points) => worth(sheet, column, points);
  return `${gettext("Bonus")} ${won > 0 ? counted(won) : `${counted(upper)}/${counted(sheet.upper_bonus.at)}`}.`;
}

/** A player's card. `who`: "You" or a name. */
export function cardText(who, card, sheet) {
  const points = ({ column, category }) => card.columns[column].boxes[category];
  const boxes = allBoxes(sheet);
  const filled = boxes.filter((box) => points(box) !== undefined).map((box) => `${boxName(sheet, box)} ${worth(sheet, box.column, points(box))}`);
  const open = boxes.filter((box) => points(box) === undefined).map((box) => boxName(sheet, box));
  const total = ngettext("%(who)s: %(count)s point.", "%(who)s: %(count)s points.", card.total);
  const parts = [
    interpolate(total, { who, count: card.total }),
    filled.length > 0 ? interpolate(gettext("Filled: %(boxes)s."), { boxes: listed(filled) }) : "",
    open.length > 0 ? interpolate(gettext("Open: %(boxes)s."), { boxes: listed(open) }) : "",
    ...card.columns.map((column, index) => upperText(column, index, sheet)),
  ];
  return parts.filter(Boolean).join(" ");
}

/** Every player's points, first seat first. `name(seat)`: "You" or a name. */
export function scoresText(game, name) {
  return sentences(listed(game.seats.map((seat) => `${isolate(name(seat.seat))} ${seat.card.total}`)), roundWords(game));
}

/** How far a round is that everybody plays at once. `time`: the words for the time left. */
export function roundText(game, name, time) {
  const playing = game.seats.filter((seat) => !seat.out && !game.done.includes(seat.seat)).map((seat) => name(seat.seat));
  const waits = playing.length > 0 && interpolate(gettext("Waiting for %(names)s"), { names: listed(playing) });
  return `${sentences(roundWords(game), waits)} ${time}`;
}

/** `deadline` and `now` in ms; a deadline of null means that there is no clock. */
export function timeText(deadline, now) {
  return deadline === null ? gettext("No clock.") : `${pair(gettext("Time left"), duration((deadline - now) / 1000))}.`;
}
