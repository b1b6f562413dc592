// The analysis of a game, from /api/v1/games/<code>/analysis. While the server computes it, the page asks a few more
// times.

import { useEffect, useState } from "preact/hooks";

import { gettext } from "../language/language.js";

const WAITS_S = [2, 3, 5, 8, 13, 20];
const NOTHING = { status: "asking", exact: true, seats: [] };

const STATUS_WORDS = {
  asking: () => gettext("Loading…"),
  pending: () => gettext("Loading…"),
  late: () => gettext("The analysis is not here yet. Try again in a minute."),
  failed: () => gettext("The analysis is not here yet. Try again in a minute."),
  none: () => gettext("This game has no analysis."),
};

/** Return what to show instead of the analysis; "" if it is ready. */
export function statusWords(status) {
  return STATUS_WORDS[status]?.() ?? "";
}

async function ask(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // offline
  }
}

/**
 * Ask for the analysis, and again while the server computes it. `show` gets {status, exact, seats} whenever it changes.
 * `status`: "asking" at first, "pending" while the server computes, "late" after the last try, "failed" without an
 * answer, else the server's own status. Return a function that stops asking.
 */
export function followAnalysis(address, show) {
  let timer = null;
  let stopped = false;
  const look = async (tries) => {
    const answer = await ask(address);
    if (stopped) return;
    if (answer !== null && answer.status !== "pending") return show(answer);
    const over = tries >= WAITS_S.length;
    show({ ...NOTHING, status: answer === null ? "failed" : over ? "late" : "pending" });
    if (!over) timer = setTimeout(look, WAITS_S[tries] * 1000, tries + 1);
  };
  look(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Return the analysis as `followAnalysis` shows it. Without an address, ask for nothing. */
export function useAnalysis(address) {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    setFound(NOTHING);
    return address ? followAnalysis(address, setFound) : undefined;
  }, [address]);
  return found;
}

/** Return {moves, rolls}: Maps from an event's seq to its choice or its roll. */
export function notesOf(seats) {
  return {
    moves: new Map(seats.flatMap((seat) => seat.moves.map((move) => [move.seq, move]))),
    rolls: new Map(seats.flatMap((seat) => seat.rolls.map((roll) => [roll.seq, roll]))),
  };
}
