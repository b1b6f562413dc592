// The analysis of a game, from /api/v1/games/<code>/analysis. While the server computes it, the page
// asks again a few times.

import { useEffect, useState } from "preact/hooks";

const WAITS_S = [2, 3, 5, 8, 13, 20];

/** What to show instead of the analysis, by status. */
export const STATUS_WORDS = {
  asking: "Loading the analysis…",
  pending: "We are analysing this game. This takes a few seconds.",
  late: "This takes longer than usual. Check back in a minute.",
  failed: "The analysis could not be loaded. Reload the page to try again.",
  none: "No analysis: this game has no result, or its rules have changed since.",
};

async function ask(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // offline
  }
}

/**
 * Return {status, exact, seats}. `status`: "asking" at first, "pending" while the server computes,
 * "late" after the last try, "failed" without an answer, else the server's own status.
 */
export function useAnalysis(address) {
  const [found, setFound] = useState({ status: "asking", exact: true, seats: [] });
  useEffect(() => {
    let timer = null;
    const look = async (tries) => {
      const answer = await ask(address);
      const isWaiting = answer === null || answer.status === "pending";
      if (!isWaiting) return setFound(answer);
      const over = tries >= WAITS_S.length;
      const status = answer === null ? "failed" : over ? "late" : "pending";
      setFound((before) => ({ ...before, status }));
      if (!over) timer = setTimeout(look, WAITS_S[tries] * 1000, tries + 1);
    };
    look(0);
    return () => clearTimeout(timer);
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

/** Return a seat's costly choices, the costliest first, ten at most. */
export function costlyMoves(seat) {
  const fine = ["best", "fine"];
  const costly = seat.moves.filter((move) => move.by === "player" && move.counted && !fine.includes(move.grade));
  return costly.sort((a, b) => b.loss - a.loss).slice(0, 10);
}

/** Return the index in `all` (steps of a game) of the step with event `seq`. */
export function stepOfEvent(all, seq) {
  return all.findIndex((step) => step.events.some((event) => event.seq === seq));
}
