// The last turn of a game: who plays it, and what they need. Pure.

function filled(seat) {
  return seat.card.columns.reduce((sum, { boxes }) => sum + Object.keys(boxes).length, 0);
}

/**
 * Return {missing} if the acting seat of a game in turns plays its last turn, else null. `missing`: the points that it needs
 * to win; null if others play after it, or if it is ahead already.
 */
export function lastTurn({ status, mode, acting, seats, rounds }) {
  const seat = seats[acting[0]];
  const others = seats.filter((each) => !each.out && each !== seat);
  if (status !== "playing" || mode === "rounds" || !seat || others.length === 0 || seat.turn.number !== rounds) return null;
  if (others.some((each) => filled(each) < rounds)) return { missing: null };
  const missing = Math.max(...others.map(({ card }) => card.total)) + 1 - seat.card.total;
  return { missing: missing > 0 ? missing : null };
}
