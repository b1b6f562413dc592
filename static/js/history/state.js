// The state of a game's page: the game, the step that is shown, the tab, and the analysis once it is there.

import { computed, signal } from "@preact/signals";

import { notesOf } from "../analysis/data.js";
import { learnAvatars } from "../ui/avatar.js";
import { standInName } from "../ui/bots.js";
import { noteGuests } from "../ui/guest-mark.js";
import { named } from "../ui/typed.js";
import { stepFromFragment, stepsOf } from "./steps.js";

export const root = document.getElementById("game");
export const pages = root.dataset;

/** The game, as in /g/<code>.json. */
export const data = JSON.parse(document.getElementById("game-data").textContent);
export const all = stepsOf(data);
export const last = all.length - 1;
export const context = { name: (seat) => data.view.seats[seat].name, sheet: data.sheet, standIn: standInName(data.view) };
/** `context` for sentences among elements. */
export const marked = { ...context, name: (seat) => named(context.name(seat)) };
export const isFinished = data.view.status === "finished";
/** The reader's seat, or null. */
export const mine = pages.mine === "" ? null : Number(pages.mine);

/** The step at which the log opens: the first turn. */
export const first = Math.min(1, last);
export const at = signal(stepFromFragment(location.hash, all) ?? first);
export const found = signal({ status: "asking", exact: true, seats: [] });
export const notes = computed(() => notesOf(found.value.seats));

learnAvatars(data.view.seats.map(({ player, seat }) => ({ player, avatar: data.seats[seat].avatar })));
noteGuests(data.view.seats.map(({ player, seat }) => ({ player, guest: data.seats[seat].guest })));

/** Show the step `to`, or the one that `to(step)` returns for the current one. */
export function go(to) {
  at.value = typeof to === "function" ? to(at.value) : to;
}
