// The game in words, for the log and for screen readers. Pure.

const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Return "Alice, Bob and Charlie" (serial comma as the language has it). */
export function listed(words) {
  return LIST.format(words);
}

/** Return a box's name, with its column's multiplier where the sheet has several columns. */
export function boxName(sheet, { category, column = 0 }) {
  const all = sheet.sections.flatMap((section) => section.categories);
  const name = all.find((each) => each.id === category)?.name ?? category;
  return sheet.columns.length > 1 ? `${name} ×${sheet.columns[column]}` : name;
}

function rolled(who, { roll, hold, dice }) {
  const kept = hold.length > 0 ? `, keeping ${listed(hold.map((at) => String(dice[at])))}` : "";
  return `${who} rolled ${listed(dice.map(String))}${kept} (roll ${roll} of 3)`;
}

function scored(who, data, sheet) {
  const box = boxName(sheet, data);
  if (data.points === 0 && data.bonus === 0) return `${who} crossed out ${box}`;
  const joker = data.joker ? " as a joker" : "";
  const bonus = data.bonus > 0 ? `, and a bonus of ${data.bonus}` : "";
  return `${who} scored ${data.points} in ${box}${joker}${bonus}`;
}

/** "you" within a sentence. */
function within(name) {
  return name === "You" ? "you" : name;
}

function finished({ places, totals }, name) {
  const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
  const best = totals[winners[0]];
  if (places.length === 1) return `The game is over: ${best} points`;
  if (winners.length === 1) return `The game is over: ${within(name(winners[0]))} won with ${best}`;
  return `The game is over: ${listed(winners.map((seat) => within(name(seat))))} share the first place with ${best}`;
}

/**
 * Return a sentence for `event`, without the full stop. `name(seat)` is "You" or the player's name;
 * `standIn`: the name of the bot that plays for whoever is away, if one does.
 */
export function sentence(event, { name, sheet, standIn = "" }) {
  const who = event.seat === null || event.seat === undefined ? "" : name(event.seat);
  const { data } = event;
  switch (event.type) {
    case "game.started":
      return data.replay ? "The game begins, with the dice of an older one" : `The game begins, ${within(name(data.first))} first`;
    case "dice.rolled":
      return rolled(who, data);
    case "box.scored":
      return scored(who, data, sheet);
    case "hint.given":
      return `${who} used a hint`;
    case "turn.timed_out":
      return `${who} ran out of time`;
    case "seat.away":
      return `${who}: away, so ${standIn ? `${standIn} plays` : "the seat is played automatically"}`;
    case "seat.back":
      return `${who}: back at the table`;
    case "seat.resigned":
      return `${who} resigned`;
    case "game.finished":
      return finished(data, name);
    case "game.aborted":
      return "The game was called off";
    default:
      return "";
  }
}
