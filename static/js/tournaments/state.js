// The state of a tournament's page, as signals. Only messages.js writes to them, and perfect.js to the last one.

import { signal } from "@preact/signals";

import { page } from "../net/page-data.js";

export const you = signal({ player: null, name: null, guest: true });
export const link = signal({ state: "connecting" });
export const tournament = signal(null); // {seq, rows, ...}: see standings.js
export const me = signal(null); // {row, room, begins, pausing, paired_from, unscored}: my part, or null
export const opening = signal(null); // the code of my table, which the page is about to open
export const perfect = signal(Number(page.perfect) || null); // the score of perfect play with a finished event's dice
