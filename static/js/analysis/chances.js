// What the chart of a game shows after each step: the win probability of each seat. In a solo game, and with the same
// dice for everybody, it shows the points that perfect play expected. Pure.

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

/** Return {step, seat, before, after} for the largest gain of a seat in one step; or null. */
export function greatestSwing(rows) {
  let found = null;
  for (let step = 1; step < rows.length; step += 1) {
    rows[step].forEach((after, seat) => {
      const before = rows[step - 1][seat];
      if (after - before > (found ? found.after - found.before : 0.005)) found = { step, seat, before, after };
    });
  }
  return found;
}
