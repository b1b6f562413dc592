// Game events as sentences, for the log and for screen readers. Pure.

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Return a list as text: "Alice, Bob, and Charlie". */
export function listed(words) {
  return LIST.format(words);
}

/** Return a box's name, with the column's multiplier if the sheet has several columns. */
export function boxName(sheet, { category, column = 0 }) {
  const all = sheet.sections.flatMap((section) => section.categories);
  const name = all.find((each) => each.id === category)?.name ?? category;
  return sheet.columns.length > 1 ? `${name} ×${sheet.columns[column]}` : name;
}

function rolled(who, { roll, hold, dice }, sheet) {
  const kept = hold.length > 0 ? `, keeping ${listed(hold.map((at) => String(dice[at])))}` : "";
  return `${who} rolled ${listed(dice.map(String))}${kept} (roll ${roll} of ${sheet.rolls})`;
}

function scored(who, data, sheet) {
  const box = boxName(sheet, data);
  const joker = data.joker && data.points > 0 ? " as a joker" : "";
  const bonus = data.bonus > 0 ? `, and a bonus of ${data.bonus}` : "";
  return `${who} scored ${data.points} in ${box}${joker}${bonus}`;
}

/** Return a name for the middle of a sentence: "You" becomes "you". */
function midSentence(name) {
  return name === "You" ? "you" : name;
}

function finished({ places, totals }, name) {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const best = totals[winners[0]];
  if (places.length === 1) return `The game is over: ${best} points`;
  if (winners.length === 1) return `The game is over: ${midSentence(name(winners[0]))} won with ${best}`;
  return `The game is over: ${listed(winners.map((seat) => midSentence(name(seat))))} tied with ${best}`;
}

function cancelled({ withheld }, name) {
  const names = withheld.map((seat) => midSentence(name(seat)));
  const whose = names.length > 1 ? "their seeds" : names[0] === "you" ? "your seed" : "their seed";
  return `The start was cancelled: ${listed(names)} did not show ${whose}`;
}

/**
 * Return a sentence for `event`, without the full stop. `name(seat)` is "You" or the player's name;
 * `standIn` is the name of the bot that replaces absent players, or "".
 */
export function sentence(event, { name, sheet, standIn = "" }) {
  const who = event.seat === null || event.seat === undefined ? "" : name(event.seat);
  const { data } = event;
  switch (event.type) {
    case "game.started":
      return data.replay ? "The game starts with the dice of an earlier game" : `The game starts with ${midSentence(name(data.first))}`;
    case "dice.rolled":
      return rolled(who, data, sheet);
    case "box.scored":
      return scored(who, data, sheet);
    case "hint.given":
      return `${who} used a hint`;
    case "turn.timed_out":
      return `${who} ran out of time`;
    case "seat.away":
      return `${who}: away, ${standIn ? `${standIn} plays instead` : "auto-play is on"}`;
    case "seat.back":
      return `${who}: back`;
    case "seat.resigned":
      return `${who} resigned`;
    case "game.finished":
      return finished(data, name);
    case "seed.revealed":
      return `${who} showed ${who === "You" ? "your" : "their"} seed`;
    case "game.aborted":
      return "The game was cancelled";
    case "game.cancelled":
      return cancelled(data, name);
    default:
      return "";
  }
}
