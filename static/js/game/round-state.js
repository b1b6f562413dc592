// How far a round is, in `mode: rounds`: everybody plays it at once, and sees the others' dice when all are done.

import { computed, effect, signal } from "@preact/signals";

import { serverNow } from "../net/server-time.js";
import { isRevealing, myTurn, view } from "../room/state.js";

const MARGIN_MS = 150; // a roll must not reach the server before the round begins
const FIRST_MS = 1000; // a first round that begins sooner is not waited for

export const isRounds = computed(() => view.value?.mode === "rounds");

/** Whether a round is played or shown. */
const playing = computed(() => isRounds.value && view.value.status === "playing" && !isRevealing.value);

/** When the round begins, by the server's clock (ms); 0 if unknown. */
export const begins = computed(() => (playing.value && view.value.deadline ? view.value.deadline - view.value.clock * 1000 : 0));

/** Whether other tables play the same rounds at the same time. */
export const isEvent = computed(() => isRounds.value && Boolean(view.value.share));

/** Whether the last round is being shown, or the first one is waited for: nobody may roll yet, and everybody may talk. */
export const isShown = signal(false);

/** Follow the beginnings of rounds. */
export function watchRounds() {
  let timer = 0;
  effect(() => {
    clearTimeout(timer);
    const left = begins.value + MARGIN_MS - serverNow();
    isShown.value = begins.value > 0 && left > (view.value.revealed.length > 0 ? 0 : FIRST_MS);
    if (isShown.peek()) {
      timer = setTimeout(() => {
        isShown.value = false;
      }, left);
    }
  });
}

/** Whether chat and reactions must wait for the reveal: they could tell what is hidden. */
export const isSilent = computed(() => playing.value && !isShown.value);

/** Whether the felt shows how the round goes, or what it brought, instead of my dice. */
export const hasRoundPanel = computed(() => playing.value && (isShown.value || !myTurn.value));

/** Whether the seat has nothing left to do in this round. */
export function isDone(seat) {
  return playing.value && !isShown.value && view.value.done.includes(seat);
}
