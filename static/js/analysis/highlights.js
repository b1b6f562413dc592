// What decided a game, from its analysis. Pure.

/** Return the first and last event of each turn of a seat: [{turn, first, last}]. */
function turnsOf({ rolls, moves }) {
  const turns = new Map();
  for (const { turn, seq } of [...rolls, ...moves]) {
    const known = turns.get(turn) ?? { turn, first: seq, last: seq };
    turns.set(turn, { turn, first: Math.min(known.first, seq), last: Math.max(known.last, seq) });
  }
  return [...turns.values()];
}

/**
 * Return the turn in which a seat's chance to win rose most, {mover, turn, seq: its last event, seat: who gained, before,
 * after}; null in a solo game, or if there is none.
 */
export function turningPoint(seats) {
  let found = null;
  for (const mover of seats) {
    for (const { turn, first, last } of turnsOf(mover)) {
      for (const { seat, chances } of seats) {
        const before = chances[first - 2];
        const after = chances[last - 1];
        if (after - before > (found ? found.after - found.before : 0)) found = { mover: mover.seat, turn, seq: last, seat, before, after };
      }
    }
  }
  return found;
}

/** Return a seat's luckiest roll, or null. */
export function luckiestRoll({ rolls, luckiest }) {
  return luckiest.length > 0 ? rolls[luckiest[0]] : null;
}

/** Return a seat's costliest choice, or null. */
export function worstMove({ moves, costliest }) {
  return costliest.length > 0 ? moves[costliest[0]] : null;
}

/** Return a seat's best choice, {move, plain, gain}; null if there is none, or the analysis is an older one. */
export function bestMove({ moves, finest }) {
  return finest ? { ...finest, move: moves[finest.move] } : null;
}

/** Return the positions of the `dice` that a choice kept: the first ones with its faces; [] for a filled box. */
export function keptPositions(dice, { keep }) {
  const left = [...(keep ?? [])];
  return dice.flatMap((face, position) => {
    const at = left.indexOf(face);
    if (at < 0) return [];
    left.splice(at, 1);
    return [position];
  });
}

/** Return the dice of a position in text form (docs/rules.md). */
export function diceOf(position) {
  return [...position.split(" ")[3]].map(Number);
}
