// The log of a game, from the start, over plain HTTP.

import { page } from "./page-data.js";

/** Return the events of the game with this code; none if they cannot be had just now. */
export async function fetchEvents(code) {
  try {
    const answer = await fetch(page.history.replace("CODE", code));
    return answer.ok ? (await answer.json()).events : [];
  } catch {
    return []; // offline: the next welcome asks again
  }
}
