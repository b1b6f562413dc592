// Notifications of the browser: asking for them, and "Your turn" from a hidden tab.

import { signal } from "@preact/signals";

import { gettext } from "../language/language.js";
import { notifications } from "../settings/settings.js";

/** "granted", "denied", "default" (the browser will ask) or "missing". */
export const permission = signal(globalThis.Notification?.permission ?? "missing");

/** Switch notifications on or off. The browser asks the player when they are switched on first. */
export async function setNotifications(on) {
  if (on && permission.value === "default") permission.value = await Notification.requestPermission();
  notifications.value = on && permission.value === "granted";
}

/**
 * Tell a player who looks at something else that it is their turn. `place`: where, such as "Yacht";
 * `tag`: a newer notification with the same tag replaces an older one.
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
