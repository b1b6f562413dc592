// The seats of a finished game in order. Pure.

/** Return the seats of a finished game by place, best first; seats without a place come last. */
export function ranked(view) {
  return [...view.seats].sort((a, b) => (a.place ?? 99) - (b.place ?? 99) || a.seat - b.seat);
}
