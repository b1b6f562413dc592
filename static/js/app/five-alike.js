// Roll until all five dice show the same. Pure, except for the dice. Nothing is counted anywhere.

const DICE = 5;
const FACES = 6;

function throwDie() {
  return 1 + Math.floor(Math.random() * FACES);
}

/** Return a game before its first roll: {faces, held, rolls}. */
export function newGame() {
  return { faces: [1, 2, 3, 4, 5], held: Array(DICE).fill(false), rolls: 0 };
}

export function isOver({ faces, rolls }) {
  return rolls > 0 && new Set(faces).size === 1;
}

/** Hold the die at a position, or release it. Before the first roll there is nothing to hold. */
export function hold(game, at) {
  if (game.rolls === 0 || isOver(game)) return game;
  return { ...game, held: game.held.map((each, index) => (index === at ? !each : each)) };
}

/** Throw the dice that are not held. `throwOne()` returns 1 to 6. */
export function roll(game, throwOne = throwDie) {
  if (isOver(game)) return game;
  const faces = game.faces.map((face, at) => (game.held[at] ? face : throwOne()));
  return { ...game, faces, rolls: game.rolls + 1 };
}
