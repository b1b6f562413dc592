// The moment between a game's last box and its result: the card stays on show until the last points have landed, and
// where it is.

import { computed, signal } from "@preact/signals";

import { view } from "./state.js";

const ending = signal(null); // {game: its code, height: of the felt in px}
const seen = signal(null); // the game whose end this page has seen: {game, card: the height of a card that scrolls, in px, or null}

/** Whether the result is held back. */
export const isEnding = computed(() => ending.value !== null && ending.value.game === view.value?.game);

/** Whether this page has seen the game end, so that the result arrives instead of being there. */
export const hasSeenEnd = computed(() => seen.value !== null && seen.value.game === view.value?.game);

/** The height in px of a card that did not fit above the felt; null for others, which keep theirs by themselves. */
export const cardHeight = computed(() => (hasSeenEnd.value ? seen.value.card : null));

/** The height of the felt that is replaced, so that the card stays where it is. */
export const feltHeight = computed(() => ending.value?.height ?? 0);

/** Note that a game has ended, while the page still shows it as it was. */
export function noteEnd(game) {
  const card = document.querySelector(".scorecard");
  const scrolls = card !== null && card.scrollHeight > card.clientHeight + 1;
  seen.value = { game, card: scrolls ? card.offsetHeight : null };
}

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
