// Browser notifications: asking for permission, and "Your turn" from a hidden tab.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { notifications } from "../settings/settings.js";

/** "granted", "denied", "default" (the browser will ask) or "missing". */
export const permission = signal(globalThis.Notification?.permission ?? "missing");

/** Switch notifications on or off. The first time, the browser asks the player. */
export async function setNotifications(on) {
  if (on && permission.value === "default") permission.value = await Notification.requestPermission();
  notifications.value = on && permission.value === "granted";
}

/**
 * Tell a player who is looking at something else that it is their turn. `place`: where, such as "Yacht". `tag`: a newer
 * notification replaces an older one with the same tag.
 */
export function notifyTurn(place, tag) {
  // Permission may have been given to another part of the page: js/app/offer-push.js.
  if (!notifications.value || globalThis.Notification?.permission !== "granted" || !document.hidden) return;
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
