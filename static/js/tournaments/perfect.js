// After a duplicate event: the score of perfect play that does not know the dice. It comes with the analysis of the games,
// some seconds later.

import { page } from "../net/page-data.js";
import { perfect } from "./state.js";

const PAUSES_MS = [5000, 15000, 60000];
const SPREAD_MS = 5000; // the pages of all players ask, so spread their requests

async function ask() {
  try {
    const answer = await fetch(`${page.api}?limit=1`);
    return answer.ok ? ((await answer.json()).perfect ?? null) : null;
  } catch {
    return null; // no connection: asked again later
  }
}

/** Ask for it a few times, unless the page has it. */
export async function findPerfect() {
  for (const pause of PAUSES_MS) {
    if (perfect.value !== null) return;
    await new Promise((resolve) => setTimeout(resolve, pause + Math.random() * SPREAD_MS));
    perfect.value = await ask();
  }
}
