// How far a round is, in `mode: rounds`: everybody plays it at once, and sees the others' dice when all are done.

import { computed, effect, signal } from "@preact/signals";

import { serverNow } from "../../net/server-time.js";
import { isBeforeRound, MARGIN_MS } from "./round-clock.js";
import { isRevealing, myTurn, view } from "./state.js";

const TIMER_MS = 50; // a timer may fire a little early

export const isRounds = computed(() => view.value?.mode === "rounds");

/** Whether a round is played or shown. */
const playing = computed(() => isRounds.value && view.value.status === "playing" && !isRevealing.value);

/** When the round begins, by the server's clock (ms); 0 if unknown. */
export const begins = computed(() => (playing.value && view.value.deadline ? view.value.deadline - view.value.clock * 1000 : 0));

/** Whether other tables play the same rounds at the same time. */
export const isEvent = computed(() => isRounds.value && Boolean(view.value.share));

/** Whether the last round is on show, or the first one has not begun: nobody may roll yet, and everybody may talk. */
export const isShown = signal(false);

/** Follow the beginnings of rounds. */
export function watchRounds() {
  let timer = 0;
  effect(() => {
    clearTimeout(timer);
    const left = begins.value + MARGIN_MS - serverNow();
    isShown.value = isBefore(serverNow());
    if (isShown.peek()) {
      timer = setTimeout(() => {
        isShown.value = false;
      }, left);
    }
  });
}

/** The number of the round to name, which is the last one while it is on show. */
export const shownRound = computed(() => {
  const { round, revealed } = view.value;
  return isShown.value && revealed.length > 0 ? round - 1 : round;
});

function isBefore(now) {
  return isBeforeRound(begins.value, view.value?.revealed?.length === 0, now);
}

/** Whether I may play now. After a reveal it is my turn at once, but the round begins only after the show. */
export const isMyMove = computed(() => {
  if (!myTurn.value || isShown.value) return false;
  // `isShown` follows later than the view in which it is my turn.
  return !isBefore(serverNow() + TIMER_MS);
});

/** Whether chat and reactions must wait for the reveal, because they could give away what is hidden. */
export const isSilent = computed(() => playing.value && !isShown.value);

/** Whether the felt shows the progress or the results of the round instead of my dice. */
export const hasRoundPanel = computed(() => playing.value && (isShown.value || !myTurn.value));

/** Whether the seat has nothing left to do in this round. */
export function isDone(seat) {
  return playing.value && !isShown.value && view.value.done.includes(seat);
}
