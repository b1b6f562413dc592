// What the home page knows of the lobby, as signals. Only messages.js writes to them.

import { computed, signal } from "@preact/signals";

import { you } from "../room/state.js";
import { incoming } from "./challenge-updates.js";

export { link, you } from "../room/state.js";

export const lobby = signal(null); // {seq, rows, online, searching}
export const ticket = signal(null); // my wish to be paired, as the server has it
export const challenges = signal([]); // those that concern me
export const found = signal(null); // the code of my table: the page is about to go there

/** Challenges that wait for my answer. */
export const asked = computed(() => incoming(challenges.value, you.value.player));
