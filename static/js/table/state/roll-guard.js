// An impatient second tap must not use up a roll: Roll waits until the dice have been readable for a
// moment.

import { computed, effect, signal } from "@preact/signals";

import { atRest } from "./dice-motion.js";
import { actingSeat, moment, view } from "./state.js";

const READING_MS = 250;

/** Whether the values of the last roll have been readable for a moment, or nothing was rolled yet. */
export const isReadable = signal(true);

/** The roll on the table, or "" before the first one of a turn. */
const lastRoll = computed(() => (view.value?.seats[actingSeat.value]?.turn.roll > 0 ? moment.value : ""));

let frame = 0;
let timer = 0;

/** Follow the rolls of the game. */
export function watchRolls() {
  effect(() => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    isReadable.value = lastRoll.value === "";
    if (isReadable.peek() || !atRest.value) return;
    // Count from the frame that shows the values: a busy device may show them late.
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        isReadable.value = true;
      }, READING_MS);
    });
  });
}
