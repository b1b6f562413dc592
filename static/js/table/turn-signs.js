// Tells a player who looks elsewhere that it is their turn: by the title and icon of the tab, and by a notification.

import { effect, signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { page } from "../net/page-data.js";
import { notifyTurn } from "../notifications/notices.js";
import { vibrate } from "../sound/vibration.js";
import { isMyMove } from "./state/round-state.js";
import { isPaired, mySeat, rematchAskers, room, view } from "./state/state.js";

const NUDGE_MS = 5000;
const BLINKS = 10;
const BLINK_MS = 1000;

const isNudging = signal(false); // the title blinks
let lastSeen = 0; // when the player last did something

const TURN_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="1" y="1" width="30" height="30" rx="7.5" fill="#c9432b"/>
<g fill="#fff9ef"><circle cx="9" cy="9" r="3.2"/><circle cx="23" cy="9" r="3.2"/><circle cx="16" cy="16" r="3.2"/>
<circle cx="9" cy="23" r="3.2"/><circle cx="23" cy="23" r="3.2"/></g></svg>`;

function title() {
  const name = room.value ? gettext(room.value.variant.name) : siteName;
  const about = (words) => `${words} · ${name}`;
  const dot = isNudging.value ? "○" : "●";
  if (isPaired.value) return about(`● ${gettext("Your table is ready")}`);
  if (isMyMove.value) return about(`${dot} ${gettext("Your turn")}`);
  if (rematchAskers.value.length > 0) return about(`● ${gettext("Rematch")}`);
  if (view.value?.status === "finished") return about(gettext("Game over"));
  // "Yacht · Yacht" tells nobody more.
  return name === siteName ? name : `${name} · ${siteName}`;
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

/** Whether I have not begun my turn, and look elsewhere. */
function isAbsent() {
  const isFresh = isMyMove.peek() && view.peek().seats.length > 1 && view.peek().seats[mySeat.peek()].turn.roll === 0;
  return isFresh && performance.now() - lastSeen > NUDGE_MS;
}

/** After a while without a sign of the player, let the phone vibrate, and the title blink for some seconds. */
export function watchAbsence() {
  let timer = 0;
  const blink = (left) => {
    isNudging.value = left > 0 && isAbsent() && !isNudging.peek();
    if (left > 0) timer = setTimeout(blink, BLINK_MS, left - 1);
  };
  const nudge = () => {
    if (!isAbsent()) return;
    vibrate("your turn");
    blink(BLINKS);
  };
  effect(() => {
    clearTimeout(timer);
    isNudging.value = false;
    lastSeen = performance.now();
    if (isMyMove.value) timer = setTimeout(nudge, NUDGE_MS + 50);
  });
  const seen = () => {
    lastSeen = performance.now();
  };
  for (const type of ["pointerdown", "pointermove", "keydown", "focus"]) addEventListener(type, seen, { passive: true, capture: true });
}

/** Notify the player at the beginning of each of their turns, if they want it. */
export function watchTurns() {
  let before = false;
  effect(() => {
    const mine = isMyMove.value;
    if (mine && !before) notifyTurn(gettext(room.peek()?.variant.name ?? ""), page.code);
    before = mine;
  });
}
