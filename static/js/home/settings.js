// What somebody wishes to play: {variant, players, clock, rated}; how it is remembered, and said. Pure.

export const CLOCKS = [30, 60, 90, null, 86_400];
const USUAL_CLOCK = 60;
const CLOCK_WORDS = new Map([
  [null, "no clock"],
  [30, "30 s a turn"],
  [60, "60 s a turn"],
  [90, "90 s a turn"],
  [86_400, "a day a turn"],
]);
const PLAYERS = [0, 2, 3, 4];

/** Return a clock (seconds for a turn, or null) in words. */
export function clockWords(clock) {
  return CLOCK_WORDS.get(clock) ?? `${clock} s a turn`;
}

/** Return "2–4 players" for 0, else how many. */
export function playersWords(players) {
  return players === 0 ? "2–4 players" : `${players} players`;
}

/** Return the facts of a ticket, challenge or row: its clock, rated or not. */
export function wishFacts({ clock, rated }) {
  return [clockWords(clock), rated ? "rated" : "casual"];
}

/** Whether a game with this clock may be rated, for somebody who has an account or not. */
export function mayBeRated(clock, account) {
  return account && clock !== null;
}

/**
 * Return the wish that was remembered as `text`, as far as it can still be played: `variants` are
 * the ids on offer. What is missing or makes no sense has its default.
 */
export function readWish(text, variants) {
  const found = parse(text);
  return {
    variant: variants.includes(found.variant) ? found.variant : variants[0],
    players: PLAYERS.includes(found.players) ? found.players : 0,
    clock: CLOCKS.includes(found.clock) ? found.clock : USUAL_CLOCK,
    rated: typeof found.rated === "boolean" ? found.rated : true,
  };
}

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // somebody else wrote it, or nobody
  }
}

/** Return the number of bots that make the table full; for any number of players, one. */
export function botsFor(players) {
  return players === 0 ? 1 : players - 1;
}
