// The state of the home page, as signals. Only messages.js writes to them.

import { computed, signal } from "@preact/signals";

import { incoming } from "./challenge-updates.js";

export const you = signal({ player: null, name: null, guest: true });
export const link = signal({ state: "connecting" });
export const lobby = signal(null); // {seq, rows, online, searching}
export const ticket = signal(null); // my search, as the server knows it
export const challenges = signal([]); // challenges from me or to me
export const invitations = signal([]); // to tables, for me to answer
export const fellows = signal(new Map()); // who of my circles is here, by player
export const found = signal(null); // the code of my table, which the page is about to open

/** Challenges that I have to answer. */
export const unanswered = computed(() => incoming(challenges.value, you.value.player));
