// The state of the home page, as signals. Only messages.js writes to them.

import { computed, signal } from "@preact/signals";

import { you } from "../room/state.js";
import { incoming } from "./challenge-updates.js";

export { link, you } from "../room/state.js";

export const lobby = signal(null); // {seq, rows, online, searching}
export const ticket = signal(null); // my search, as the server knows it
export const challenges = signal([]); // challenges from me or to me
export const found = signal(null); // the code of my table, which the page is about to open

/** Challenges that I have to answer. */
export const unanswered = computed(() => incoming(challenges.value, you.value.player));
