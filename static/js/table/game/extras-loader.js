// Loads what the page of a game needs a moment after the rest (extras.js): in advance for players with a seat, for others
// at the first event or gesture, and at once when a game is over.

import { effect, signal } from "@preact/signals";

import { page } from "../../net/page-data.js";
import { html } from "../../ui/html.js";
import { withStyles } from "../../ui/load-style.js";
import { whenIdle } from "../../ui/when-idle.js";
import { noteEnd } from "../state/ending.js";
import { isCodeMissing, Part } from "../state/parts.js";
import { myRoomSeat, view } from "../state/state.js";

const MAX_LATE_MS = 1000; // nobody expects a celebration any more after a longer wait

const isMissing = signal(false);

/** Celebrations, sounds, the end of a game. */
export const extras = new Part(isMissing);
extras.fetch = () => withStyles(import("./extras.js"), page.moments, page.result);

/** Celebrate `events`, which turned the view `before` (null if none) into `after`, once the code is loaded. */
export async function celebrate(events, before, after) {
  if (before?.status === "playing" && after.status !== "playing") noteEnd(after.game);
  if (extras.code.value) return extras.code.value.celebrate(events, before, after);
  const asked = performance.now();
  const code = await extras.load();
  if (performance.now() - asked < MAX_LATE_MS) code.celebrate(events, before, after);
}

/** Let it be heard that somebody has sat down. */
export function cueArrival() {
  extras.code.value?.cue({ name: "lead" });
}

/** The celebrations, the sounds as texts, and the choice of a bot for the next game. */
export function Effects() {
  const code = extras.code.value;
  return code && html`<${code.Stage} /><${code.Captions} />${isOver() && html`<${code.BotDialog} />`}`;
}

function isOver() {
  return view.value !== null && view.value.status !== "playing";
}

/** Begin to load when it is time. */
export function watchExtras() {
  // Browsers let a page make sounds only after a gesture.
  for (const type of ["pointerup", "keydown"]) addEventListener(type, () => extras.load(), { passive: true, capture: true, once: true });
  effect(() => {
    if (isOver()) extras.load();
    else if (myRoomSeat.value) whenIdle(() => extras.load());
  });
  effect(() => {
    // A game can go on without celebrations, but not without its end.
    if (isMissing.value && isOver()) isCodeMissing.value = true;
  });
}
