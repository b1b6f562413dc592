// The moment between a game's last box and its result: the card stays on show until the last points have landed.

import { computed, signal } from "@preact/signals";

import { view } from "./state.js";

const ending = signal(null); // the code of the game

/** Whether the result is held back. */
export const isEnding = computed(() => ending.value !== null && ending.value === view.value?.game);

/** Hold the result of a game back for `ms`, then call `done`. */
export function holdResult(game, ms, done) {
  ending.value = game;
  setTimeout(() => {
    if (ending.value !== game) return;
    const isShown = isEnding.value;
    ending.value = null;
    if (isShown) done();
  }, ms);
}
