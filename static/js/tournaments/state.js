// The state of a tournament's page, as signals. Only messages.js writes to them.

import { signal } from "@preact/signals";

export const you = signal({ player: null, name: null, guest: true });
export const link = signal({ state: "connecting" });
export const tournament = signal(null); // {seq, rows, ...}: see standings.js
export const me = signal(null); // {row, room, begins, pausing, paired_from, unscored}: my part, or null
export const opening = signal(null); // the code of my table, which the page is about to open
