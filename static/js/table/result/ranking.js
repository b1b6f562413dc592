// The seats of a finished game in order. Pure.

/** Return the seats of a finished game by place, best first; seats without a place come last. */
export function ranked(view) {
  return [...view.seats].sort((a, b) => (a.place ?? 99) - (b.place ?? 99) || a.seat - b.seat);
}

/** Return the winner's lead in points; 0 if it says nothing, because all others have resigned. */
export function leadOf(view) {
  const [winner, ...others] = ranked(view);
  const totals = others.filter((seat) => !seat.out).map((seat) => seat.card.total);
  return totals.length > 0 ? winner.card.total - Math.max(...totals) : 0;
}
