// What the chart of a game shows after each step: the win probability of each seat. In a solo game, and with the same
// dice for everybody, it shows the points that perfect play expected. Without an analysis it shows the points made. Pure.

/** Return the win probabilities after each step: [[of seat 0, of seat 1, ...], ...]. */
export function chancesOfSteps(seats, all) {
  return all.map((step) => seats.map((seat) => seat.chances[step.events.at(-1).seq - 1] ?? 0));
}

/** Return the final score that perfect play expected after each step: [[of seat 0, of seat 1, ...], ...]. */
export function expectedOfSteps(seats, all) {
  const parts = seats.map(({ rolls, moves }) => [...rolls.map(({ seq, luck }) => [seq, luck]), ...moves.map(({ seq, loss }) => [seq, -loss])]);
  return all.map((step) => {
    const until = step.events.at(-1).seq;
    return seats.map((seat, number) => parts[number].reduce((sum, [seq, points]) => (seq <= until ? sum + points : sum), seat.start));
  });
}

/** Return the totals after each step: [[of seat 0, of seat 1, ...], ...]. `sums`: the filled boxes, [{seq, seat, total}]. */
export function totalsOfSteps(sums, all, seats) {
  return all.map((step) => {
    const until = step.events.at(-1).seq;
    return Array.from({ length: seats }, (_, seat) => sums.findLast((sum) => sum.seat === seat && sum.seq <= until)?.total ?? 0);
  });
}
