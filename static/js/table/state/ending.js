// The moment between a game's last box and its result: the card stays on show until the last points have landed.

import { computed, signal } from "@preact/signals";

import { view } from "./state.js";

const ending = signal(null); // {game: its code, height: of the felt in px}

/** Whether the result is held back. */
export const isEnding = computed(() => ending.value !== null && ending.value.game === view.value?.game);

/** The height of the felt that is replaced, so that the card stays where it is. */
export const feltHeight = computed(() => ending.value?.height ?? 0);

/** Hold the result of a game back for `ms`, then call `done`. */
export function holdResult(game, ms, done) {
  const now = { game, height: document.querySelector(".tray")?.offsetHeight };
  ending.value = now;
  setTimeout(() => {
    if (ending.value !== now) return;
    const isShown = isEnding.value;
    ending.value = null;
    if (isShown) done();
  }, ms);
}
