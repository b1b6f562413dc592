// Loads the coach of a player's first game (coach/coach.js).

import { signal } from "@preact/signals";

import { page } from "../net/page-data.js";

/** {Coach, speaks} of the coach, as long as there is one; else null. */
export const coach = signal(null);

/** Load the coach if this room is that of the player's first game. */
export async function watchCoach() {
  if (!page.lesson) return;
  const { start } = await import("../coach/coach.js");
  start(coach);
}
