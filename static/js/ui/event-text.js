// Game events as sentences, for the log and for screen readers. Pure.

import { gettext, interpolate, listed as inLanguage, ngettext } from "../language/language.js";

/** Return a list as text: "Alice, Bob, and Charlie". */
export function listed(words) {
  return inLanguage(words);
}

/** The reader's name for themselves. */
export function you() {
  return gettext("You");
}

/** Return a box's name, with the column's multiplier if the sheet has several columns. */
export function boxName(sheet, { category, column = 0 }) {
  const all = sheet.sections.flatMap((section) => section.categories);
  const name = gettext(all.find((each) => each.id === category)?.name ?? category);
  return sheet.columns.length > 1 ? `${name} ×${sheet.columns[column]}` : name;
}

/** Return what `points` of a box count for: times the multiplier of its column. */
export function worth(sheet, column, points) {
  return points * sheet.columns[column];
}

/** Fill in the sentence about the reader, or the one about another person (`who`). */
function told(who, aboutYou, aboutOther, values = {}) {
  return interpolate(who === you() ? aboutYou : aboutOther, { who, name: who, ...values });
}

function rolled(who, { roll, hold, dice }, sheet) {
  const kept = hold.map((at) => String(dice[at]));
  // With saved rolls the event alone does not tell how many the turn has.
  const words = sheet.saves_rolls ? gettext("roll %(roll)s") : gettext("roll %(roll)s of %(rolls)s");
  const which = interpolate(words, { roll, rolls: sheet.rolls });
  const values = { dice: listed(dice.map(String)), kept: listed(kept), which };
  if (kept.length === 0) {
    return told(
      who,
      gettext("You rolled %(dice)s (%(which)s)"),
      gettext("%(who)s rolled %(dice)s (%(which)s)"),
      values,
    );
  }
  return told(
    who,
    gettext("You rolled %(dice)s, keeping %(kept)s (%(which)s)"),
    gettext("%(who)s rolled %(dice)s, keeping %(kept)s (%(which)s)"),
    values,
  );
}

function scored(who, data, sheet) {
  const name = boxName(sheet, data);
  const box = data.joker && data.points > 0 ? interpolate(gettext("%(box)s as a joker"), { box: name }) : name;
  const counted = (points) => worth(sheet, data.column ?? 0, points);
  return scoredWords(who, counted(data.points), box, counted(data.bonus));
}

/** Return "Alice scored 25 in Full house, and a bonus of 100" in the reader's language. */
export function scoredWords(who, points, box, bonus) {
  if (bonus > 0) {
    return told(
      who,
      gettext("You scored %(points)s in %(box)s, and a bonus of %(bonus)s"),
      gettext("%(who)s scored %(points)s in %(box)s, and a bonus of %(bonus)s"),
      { points, box, bonus },
    );
  }
  return told(who, gettext("You scored %(points)s in %(box)s"), gettext("%(who)s scored %(points)s in %(box)s"), { points, box });
}

/** Return a name for the middle of a sentence: "You" becomes "you". */
function midSentence(name) {
  return name === you() ? gettext("you") : name;
}

function finished({ places, totals }, name) {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const best = totals[winners[0]];
  if (places.length === 1) return interpolate(gettext("The game is over: %(best)s points"), { best });
  if (winners.length === 1) {
    const [winner] = winners.map(name);
    return told(
      winner,
      gettext("The game is over: you won with %(best)s"),
      gettext("The game is over: %(who)s won with %(best)s"),
      { best },
    );
  }
  const names = listed(winners.map((seat) => midSentence(name(seat))));
  return interpolate(gettext("The game is over: %(names)s tied with %(best)s"), { names, best });
}

function cancelled({ withheld }, name) {
  const people = withheld.map((seat) => name(seat));
  if (people.length === 1 && people[0] === you()) return gettext("The start was cancelled: your browser did not answer");
  const words = ngettext(
    "The start was cancelled: %(names)s’s browser did not answer",
    "The start was cancelled: the browsers of %(names)s did not answer",
    people.length,
  );
  return interpolate(words, { names: listed(people.map(midSentence)) });
}

function started(data, name) {
  if (data.mode === "rounds") return gettext("The game starts");
  if (data.replay) return gettext("The game starts with the dice of an earlier game");
  return told(name(data.first), gettext("The game starts with you"), gettext("The game starts with %(name)s"));
}

function away(who, standIn) {
  if (standIn && who !== you()) return interpolate(gettext("%(who)s is away, and %(standIn)s plays on"), { who, standIn });
  return told(who, gettext("You are away, and your seat is played automatically"), gettext("%(name)s is away"));
}

/**
 * Return a sentence for `event`, without the full stop. `name(seat)` is `you()` or the player's name;
 * `standIn` is the name of the bot that replaces absent players, or "".
 */
export function sentence(event, { name, sheet, standIn = "" }) {
  const who = event.seat === null || event.seat === undefined ? "" : name(event.seat);
  const { data } = event;
  switch (event.type) {
    case "game.started":
      return started(data, name);
    case "dice.rolled":
      return rolled(who, data, sheet);
    case "box.scored":
      return scored(who, data, sheet);
    case "hint.given":
      return told(who, gettext("You used a hint"), gettext("%(who)s used a hint"));
    case "turn.timed_out":
      return told(who, gettext("You ran out of time"), gettext("%(who)s ran out of time"));
    case "seat.away":
      return away(who, standIn);
    case "seat.back":
      return told(who, gettext("You are back"), gettext("%(name)s is back"));
    case "seat.resigned":
      return told(who, gettext("You resigned"), gettext("%(name)s resigned"));
    case "round.revealed":
      return interpolate(gettext("Round %(round)s is over"), { round: data.round });
    case "game.finished":
      return finished(data, name);
    case "game.aborted":
      return gettext("The game was cancelled");
    case "game.cancelled":
      return cancelled(data, name);
    default:
      return "";
  }
}
