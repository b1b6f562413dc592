// How clear the end of a game is: it decides how long the table waits for the result, and how loud it is. Pure.

const NARROW = 0.03; // of the winner's points
const FAR = 0.25;

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

/** Return the points between a reader and the winner: the winner's lead for the winner and for spectators; null if nobody played on. */
function distance(view, me) {
  const [winner, ...others] = ranked(view);
  if (others.every(({ out }) => out)) return null;
  return me && !me.out && me.place !== 1 ? winner.card.total - me.card.total : leadOf(view);
}

/**
 * Return {margin, lost} of a game that is over, for the player of seat `mine` (null for spectators, and for several who share
 * a device). `margin`: "narrow", a few points in a hundred; "far", a quarter of the winner's points; else "usual".
 */
export function endingOf(view, mine) {
  const me = view.seats[mine];
  const lost = view.seats.length > 1 && Boolean(me) && me.place !== 1;
  if (view.status !== "finished" || view.seats.length === 1 || me?.out) return { margin: "usual", lost };
  const points = distance(view, me);
  const most = ranked(view)[0].card.total;
  if (points === null) return { margin: "usual", lost };
  if (points <= Math.max(1, most * NARROW)) return { margin: "narrow", lost };
  return { margin: points >= most * FAR ? "far" : "usual", lost };
}
