// A notification when my turn begins and the tab is hidden.

import { effect } from "@preact/signals";

import { page } from "../net/page-data.js";
import { notifyTurn } from "../notifications/notices.js";
import { isMyMove } from "./state/round-state.js";
import { room } from "./state/state.js";

/** Notify the player at the beginning of each of their turns, if they want it. */
export function watchTurns() {
  let before = false;
  effect(() => {
    const mine = isMyMove.value;
    if (mine && !before) notifyTurn(room.peek()?.variant.name ?? "", page.code);
    before = mine;
  });
}
