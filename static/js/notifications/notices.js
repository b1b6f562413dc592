// Whether this device tells its player that it is their turn, and "Your turn" from a hidden tab.

import { gettext } from "../language/language.js";
import { isForPlayer } from "./push-player.js";

const KEY = "notices"; // "on" or "off"

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be disabled
  }
}

/** Note that the player has turned the notices of this device on or off. */
export function noteNotices(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    return;
  }
}

/** Whether this device tells its player, at least while a table is open in a tab. */
export function areNoticesOn() {
  if (globalThis.Notification?.permission !== "granted") return false;
  // There was a setting for this before the device had one switch.
  const wanted = stored() ?? (JSON.parse(document.documentElement.dataset.settings ?? "{}").notifications ? "on" : null);
  return wanted === "on" || (wanted === null && isForPlayer());
}

/**
 * Tell a player who is looking at something else that it is their turn. `place`: where, such as "Yacht". `tag`: a newer
 * notification replaces an older one with the same tag.
 */
export function notifyTurn(place, tag) {
  if (!document.hidden || !areNoticesOn()) return;
  let notice;
  try {
    notice = new Notification(gettext("Your turn"), { body: place, tag, icon: document.getElementById("favicon").href });
  } catch {
    // Chrome on Android allows them only from service workers.
    const options = { body: place, tag, icon: document.getElementById("favicon").href, data: { path: location.pathname } };
    navigator.serviceWorker?.ready.then((registration) => registration.showNotification(gettext("Your turn"), options));
    return;
  }
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
  const close = () => {
    if (document.hidden) return;
    notice.close();
    document.removeEventListener("visibilitychange", close);
  };
  document.addEventListener("visibilitychange", close);
}
