// Tells a player who looks elsewhere that it is their turn: by the title and icon of the tab, and by a notification.

import { effect } from "@preact/signals";

import { gettext, interpolate } from "../language/language.js";
import { page } from "../net/page-data.js";
import { notifyTurn } from "../notifications/notices.js";
import { isMyMove } from "./state/round-state.js";
import { isPaired, rematchAskers, room, view } from "./state/state.js";

const TURN_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="1" y="1" width="30" height="30" rx="7.5" fill="#c9432b"/>
<g fill="#fff9ef"><circle cx="9" cy="9" r="3.2"/><circle cx="23" cy="9" r="3.2"/><circle cx="16" cy="16" r="3.2"/>
<circle cx="9" cy="23" r="3.2"/><circle cx="23" cy="23" r="3.2"/></g></svg>`;

function title() {
  const name = room.value?.variant.name ?? "Yacht";
  if (isPaired.value) return interpolate(gettext("● Your table is ready · %(name)s"), { name });
  if (isMyMove.value) return interpolate(gettext("● Your turn · %(name)s"), { name });
  if (rematchAskers.value.length > 0) return interpolate(gettext("● Rematch? · %(name)s"), { name });
  if (view.value?.status === "finished") return interpolate(gettext("Game over · %(name)s"), { name });
  // "Yacht · Yacht" tells nobody more.
  return name === "Yacht" ? name : interpolate(gettext("%(name)s · Yacht"), { name });
}

/** Keep the tab's title and icon up to date. */
export function watchTabTitle() {
  const icon = document.getElementById("favicon");
  const usual = icon.href;
  effect(() => {
    document.title = title();
    icon.href = isMyMove.value ? `data:image/svg+xml,${encodeURIComponent(TURN_ICON)}` : usual;
  });
}

/** Notify the player at the beginning of each of their turns, if they want it. */
export function watchTurns() {
  let before = false;
  effect(() => {
    const mine = isMyMove.value;
    if (mine && !before) notifyTurn(room.peek()?.variant.name ?? "", page.code);
    before = mine;
  });
}
