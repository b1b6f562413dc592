// How a game was played, as /api/v1/games/<code>/analysis tells it: asked for again while the server
// has not got to it, a few times only.

import { useEffect, useState } from "preact/hooks";

const WAITS_S = [2, 3, 5, 8, 13, 20];

/** What to say while there is nothing to show, by the status. */
export const STATUS_WORDS = {
  asking: "Looking how it was played…",
  pending: "We are still working out how this game was played. It takes a few seconds.",
  late: "This takes longer than usual. Look in again in a minute.",
  failed: "How it was played could not be fetched just now. Reload the page to try again.",
  none: "There is no analysis of this game: it has no result, or its rules have changed since.",
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
 * Return {status, exact, seats}: "asking" at first, "pending" while the server is at it, "late" when
 * we have stopped asking, "failed" when there was no answer, else what the server says.
 */
export function useAnalysis(address) {
  const [found, setFound] = useState({ status: "asking", exact: true, seats: [] });
  useEffect(() => {
    let timer = null;
    const look = async (tries) => {
      const answer = await ask(address);
      const waits = answer === null || answer.status === "pending";
      if (!waits) return setFound(answer);
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

/** Return Maps from a number in the log to the choice that it was and to the roll that it was. */
export function notesOf(seats) {
  return {
    moves: new Map(seats.flatMap((seat) => seat.moves.map((move) => [move.seq, move]))),
    rolls: new Map(seats.flatMap((seat) => seat.rolls.map((roll) => [roll.seq, roll]))),
  };
}

/** Return the choices of a seat that are worth another look, the costliest first, ten at most. */
export function costlyMoves(seat) {
  const fine = ["best", "fine"];
  const costly = seat.moves.filter((move) => move.by === "player" && move.counted && !fine.includes(move.grade));
  return costly.sort((a, b) => b.loss - a.loss).slice(0, 10);
}

/** Return the place in `all` (steps of a game) of the step that holds event `seq`. */
export function stepOfEvent(all, seq) {
  return all.findIndex((step) => step.events.some((event) => event.seq === seq));
}
