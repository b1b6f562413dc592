// The event log of a game, over HTTP.

import { page } from "./page-data.js";

/** Return all events of the game with this code; none if the request fails. */
export async function fetchEvents(code) {
  try {
    const answer = await fetch(page.history.replace("CODE", code));
    return answer.ok ? (await answer.json()).events : [];
  } catch {
    return []; // offline: the next welcome asks again
  }
}
