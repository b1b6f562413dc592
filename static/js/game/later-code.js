// Loads what the page of a game needs a moment after the rest (later.js): in advance for those who have a seat, for
// others at the first event or gesture, at once when a game is over.

import { effect, signal } from "@preact/signals";

import { myRoomSeat, view } from "../room/state.js";
import { isCodeMissing } from "../room/table-code.js";
import { html } from "../ui/html.js";
import { whenIdle } from "../ui/when-idle.js";

const MAX_LATE_MS = 1000; // nobody expects a celebration any more after a longer wait

/** What later.js exports, once it is loaded; until then null. */
export const laterCode = signal(null);

const isMissing = signal(false);
let loading = null;

async function load() {
  try {
    const code = await import("./later.js");
    code.start();
    laterCode.value = code;
    return code;
  } catch (error) {
    isMissing.value = true;
    throw error;
  }
}

function loadLater() {
  loading ??= load();
  return loading;
}

/** Celebrate `events`, which have turned the view `before` (null if none) into `after`. Those that come early wait. */
export async function celebrate(events, before, after) {
  if (laterCode.value) return laterCode.value.celebrate(events, before, after);
  const asked = performance.now();
  const code = await loadLater();
  if (performance.now() - asked < MAX_LATE_MS) code.celebrate(events, before, after);
}

/** The celebrations, and the sounds as texts. */
export function Effects() {
  const code = laterCode.value;
  return code && html`<${code.Stage} /><${code.Captions} />`;
}

function isOver() {
  return view.value !== null && view.value.status !== "playing";
}

/** Begin to load when it is time. */
export function watchLater() {
  // A browser lets a page sound after a gesture.
  for (const type of ["pointerup", "keydown"]) addEventListener(type, loadLater, { passive: true, capture: true, once: true });
  effect(() => {
    if (isOver()) loadLater();
    else if (myRoomSeat.value) whenIdle(loadLater);
  });
  effect(() => {
    // A game goes on without celebrations, but not without its end.
    if (isMissing.value && isOver()) isCodeMissing.value = true;
  });
}
