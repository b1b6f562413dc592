// Loads the coach of a player's first game (coach/coach.js).

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { problem } from "../room/state.js";

/** {Coach, speaks} of the coach, as long as there is one; else null. */
export const coach = signal(null);

/** Load the coach if this room is that of the player's first game. The game goes on without one. */
export async function watchCoach() {
  if (!page.lesson) return;
  try {
    const { start } = await import("../coach/coach.js");
    start(coach);
  } catch (error) {
    console.error(error);
    problem.value = { message: gettext("Pip can’t join you right now. Play on without tips, or reload the page to try again.") };
  }
}
