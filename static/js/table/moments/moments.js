// What is worth celebrating in new events. Pure: the drawing and the sounds are elsewhere.

import { rollsIn } from "../../ui/rolls.js";
import { bonusShort, oddDie } from "./near-misses.js";

/** What `momentsOf` needs to remember from one call to the next. `leader`: a seat, or null if unknown. */
export const NOTHING_KNOWN = { game: null, leader: null };

/** Return the category whose box celebrates `pattern` ("alike", "straight"), or undefined. */
export function categoryOf(sheet, pattern) {
  return sheet.sections.flatMap(({ categories }) => categories).find((category) => category.pattern === pattern);
}

function patternOf(sheet, id) {
  return sheet.sections.flatMap(({ categories }) => categories).find((category) => category.id === id)?.pattern;
}

function isIn(sheet, section, category) {
  return sheet.sections.some(({ id, categories }) => id === section && categories.some((each) => each.id === category));
}

/** Return what filling a box celebrates: "yacht", "straight" or null. `box`: {category, points, bonus, joker}. */
function kindOf(sheet, { category, points, bonus, joker }) {
  const pattern = points > 0 ? patternOf(sheet, category) : null;
  if (bonus > 0 || (points > 0 && joker) || pattern === "alike") return "yacht";
  return pattern === "straight" ? "straight" : null;
}

/** Return the best of `options` that celebrate `kind`, or undefined. */
function best(sheet, options, kind) {
  const worth = ({ points, bonus }) => points + bonus;
  return options.filter((option) => kindOf(sheet, option) === kind).sort((a, b) => worth(b) - worth(a))[0];
}

/** Return the options that a seat had before, in the same turn. */
function optionsBefore(before, seat, turn) {
  const earlier = before?.seats[seat];
  return earlier?.turn.number === turn ? earlier.options : [];
}

/** Whether the dice of the event still lie on the table of `after`. */
function isCurrent({ seat, data }, after) {
  const { turn } = after.seats[seat];
  return after.status === "playing" && turn.number === data.turn && turn.roll === data.roll;
}

function rollMoments(event, { before, after, sheet }) {
  const { seat, data } = event;
  if (!isCurrent(event, after)) return [];
  const found = [];
  const isLast = data.roll === rollsIn(sheet, after.seats[seat].turn);
  if (isLast) found.push({ kind: "last roll", seat, final: data.turn === sheet.rounds });
  const earlier = optionsBefore(before, seat, data.turn);
  for (const kind of ["yacht", "straight"]) {
    const option = best(sheet, after.seats[seat].options, kind);
    const known = best(sheet, earlier, kind);
    const isBetter = option && option.points + option.bonus > (known ? known.points + known.bonus : 0);
    if (isBetter) return [...found, { kind, seat, category: option.category, dice: data.dice }];
    if (option) return found;
  }
  const alike = data.dice.every((face) => face === data.dice[0]);
  if (alike) return [...found, { kind: "alike", seat, dice: data.dice }];
  const odd = isLast ? oddDie(data.dice, after.seats[seat].options, (id) => patternOf(sheet, id)) : -1;
  return odd < 0 ? found : [...found, { kind: "near", seat, odd, dice: data.dice }];
}

/** Return what a filled box celebrates, unless that was celebrated when the dice fell. */
function boxKind({ seat, data }, before, sheet) {
  const kind = kindOf(sheet, data);
  const wasOffered = kind && best(sheet, optionsBefore(before, seat, data.turn), kind);
  return wasOffered ? null : kind;
}

function scoreMoments(event, { before, after, sheet }) {
  const { seat, data } = event;
  const { column, category, points, bonus, joker } = data;
  const times = sheet.columns[column];
  const found = [{ kind: "points", seat, column, category, points, times }];
  const now = after.seats[seat].card.columns[column];
  const special = boxKind(event, before, sheet);
  if (special) found.push({ kind: special, seat, category, dice: null });
  if (bonus > 0) found.push({ kind: "extra bonus", seat, column, points: bonus * times });
  else if (joker && points > 0) found.push({ kind: "joker", seat, column, category });
  const won = now.upper_bonus;
  const had = before?.seats[seat].card.columns[column].upper_bonus ?? 0;
  if (won > had) found.push({ kind: "upper bonus", seat, column, points: won * times });
  const isUpper = isIn(sheet, "upper", category) && sheet.upper_bonus;
  if (isUpper && points > 0 && had === 0) found.push({ kind: "toward bonus", seat, column, category });
  const short = isUpper ? bonusShort(now, sheet) : 0;
  if (short > 0) found.push({ kind: "near bonus", seat, column, short });
  return found;
}

/** Keep the first of the moments that could be found twice in one batch of events. */
function once(moments) {
  const seen = new Set();
  return moments.filter(({ kind, seat, column }) => {
    if (kind !== "upper bonus") return true;
    const key = `${kind}/${seat}/${column}`;
    return !seen.has(key) && seen.add(key);
  });
}

function totalMoments(before, after) {
  return after.seats.flatMap(({ seat, card }) => {
    const from = before?.seats[seat].card.total ?? 0;
    return card.total === from ? [] : [{ kind: "total", seat, from, to: card.total }];
  });
}

function filled(seat) {
  return seat.card.columns.reduce((sum, { boxes }) => sum + Object.keys(boxes).length, 0);
}

/** Return the seat that leads alone at the end of a round, or null. */
export function leaderOf(view) {
  const playing = view.seats.filter((seat) => !seat.out);
  const isRoundOver = playing.length > 1 && playing.every((seat) => filled(seat) === filled(playing[0]));
  if (!isRoundOver || filled(playing[0]) === 0) return null;
  const top = Math.max(...playing.map((seat) => seat.card.total));
  const leaders = playing.filter((seat) => seat.card.total === top);
  return leaders.length === 1 ? leaders[0].seat : null;
}

function endMoments({ data }) {
  const winners = data.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  return [{ kind: "victory", seats: winners, alone: data.places.length === 1 }];
}

function ofEvent(event, context) {
  if (event.type === "dice.rolled") return rollMoments(event, context);
  if (event.type === "box.scored") return scoreMoments(event, context);
  return event.type === "game.finished" ? endMoments(event) : [];
}

/**
 * Return {moments, memory} for `events`, which turned the view `before` (null if unknown) into `after`.
 *
 * Moments by `kind`: "points" {seat, column, category, points, times}, "total" {seat, from, to}, "yacht" and
 * "straight" {seat, category, dice: null if they have left the table}, "alike" {seat, dice}, "last roll"
 * {seat, final}, "near" {seat, odd: the die that spoiled it, dice}, "extra bonus", "upper bonus" {seat, column, points: multiplied},
 * "toward bonus" {seat, column, category}, "near bonus" {seat, column, short}, "joker" {seat, column,
 * category}, "lead" {seat}, "victory" {seats, alone}.
 */
export function momentsOf({ events, before, after, sheet, memory }) {
  const context = { before: before?.game === after.game ? before : null, after, sheet };
  const known = memory.game === after.game ? memory.leader : null;
  const moments = once(events.flatMap((event) => ofEvent(event, context)));
  const scored = events.some(({ type }) => type === "box.scored");
  if (scored) moments.push(...totalMoments(context.before, after));
  const leader = leaderOf(after) ?? known;
  const isChange = scored && after.status === "playing" && known !== null && leader !== known;
  if (isChange) moments.push({ kind: "lead", seat: leader });
  return { moments, memory: { game: after.game, leader } };
}
