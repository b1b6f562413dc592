// Text mode: the table in words. Pure.

import { gettext, interpolate, listed, ngettext } from "../../language/language.js";
import { boxName, worth } from "../../ui/event-text.js";

const MINUTE_S = 60;
const LONG_MIN = 120;

/** `turn`: of the view; `held`: positions. */
export function diceText({ turn, held, rolls }) {
  if (!turn.dice) return interpolate(gettext("No dice yet. %(rolls)s rolls left."), { rolls });
  const dice = listed(turn.dice.map(String));
  const words = { dice, roll: turn.roll, rolls, held: listed(held.map((position) => String(turn.dice[position]))) };
  if (held.length === 0) return interpolate(gettext("%(dice)s. Roll %(roll)s of %(rolls)s."), words);
  return interpolate(gettext("%(dice)s. Holding %(held)s. Roll %(roll)s of %(rolls)s."), words);
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
  if (won > 0) return interpolate(gettext("Upper bonus %(points)s."), { points: counted(won) });
  const values = { points: counted(upper), at: counted(sheet.upper_bonus.at) };
  return interpolate(gettext("Upper section %(points)s of %(at)s."), values);
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
    filled.length > 0 ? interpolate(gettext("Filled: %(boxes)s."), { boxes: listed(filled) }) : gettext("Nothing filled yet."),
    open.length > 0 ? interpolate(gettext("Open: %(boxes)s."), { boxes: listed(open) }) : "",
    ...card.columns.map((column, index) => upperText(column, index, sheet)),
  ];
  return parts.filter(Boolean).join(" ");
}

/** Every player's points, first seat first. `name(seat)`: "You" or a name. */
export function scoresText({ seats, round, rounds }, name) {
  const scores = listed(seats.map((seat) => `${name(seat.seat)} ${seat.card.total}`));
  return interpolate(gettext("%(scores)s. Round %(round)s of %(rounds)s."), { scores, round, rounds });
}

/** How far a round is that everybody plays at once. `time`: the words for the time left. */
export function roundText({ seats, done, round, rounds }, name, time) {
  const playing = seats.filter((seat) => !seat.out);
  const names = (isDone) => listed(playing.filter((seat) => done.includes(seat.seat) === isDone).map((seat) => name(seat.seat)));
  const parts = [
    interpolate(gettext("Round %(round)s of %(rounds)s."), { round, rounds }),
    names(true) && interpolate(gettext("Done: %(names)s."), { names: names(true) }),
    names(false) && interpolate(gettext("Still playing: %(names)s."), { names: names(false) }),
    time,
  ];
  return parts.filter(Boolean).join(" ");
}

/** `deadline` and `now` in ms; a deadline of null means that there is no clock. */
export function timeText(deadline, now) {
  if (deadline === null) return gettext("No clock.");
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  if (seconds < 2 * MINUTE_S) return counted(ngettext("%(count)s second left.", "%(count)s seconds left.", seconds), seconds);
  const minutes = Math.floor(seconds / MINUTE_S);
  if (minutes < LONG_MIN) return counted(ngettext("%(count)s minute left.", "%(count)s minutes left.", minutes), minutes);
  const hours = Math.floor(minutes / MINUTE_S);
  return counted(ngettext("%(count)s hour left.", "%(count)s hours left.", hours), hours);
}

function counted(text, count) {
  return interpolate(text, { count });
}
