// The part of the settings page that turns notifications of this device on and off. Plain DOM.

import { canPush, isSubscribed, pushPermission, subscribe, unsubscribe } from "../app/push.js";
import { gettext } from "../language/language.js";

const APPLE_MOBILE = /iPad|iPhone|iPod/;

function words(isOn, failed) {
  if (!globalThis.PushManager || !navigator.serviceWorker) {
    if (APPLE_MOBILE.test(navigator.userAgent)) return gettext("First add Yacht to your home screen: tap Share, then “Add to Home Screen”.");
    return gettext("This browser can’t notify you while the site is closed.");
  }
  if (pushPermission() === "denied") return gettext("Your browser blocks notifications from this site. You can allow them in the browser’s settings.");
  if (failed) return gettext("That did not work. Please try again later.");
  return isOn ? gettext("This device gets notifications.") : gettext("This device gets none yet.");
}

function paragraph(text) {
  return Object.assign(document.createElement("p"), { className: "hint", textContent: text });
}

async function draw(place, failed = false) {
  const isOn = await isSubscribed();
  const parts = [paragraph(words(isOn, failed))];
  parts[0].setAttribute("role", "status");
  if (canPush() && pushPermission() !== "denied") {
    const label = isOn ? gettext("Turn off on this device") : gettext("Tell me when it’s my turn");
    const style = isOn ? "button small secondary" : "button small";
    const button = Object.assign(document.createElement("button"), { type: "button", className: style, textContent: label });
    button.addEventListener("click", async () => {
      button.disabled = true;
      const worked = isOn ? (await unsubscribe(), true) : await subscribe();
      await draw(place, !worked && pushPermission() === "granted");
    });
    parts.push(button);
  }
  place.replaceChildren(...parts);
}

/** Draw it, where the page has a place for it. */
export function showPush() {
  const place = document.getElementById("push");
  if (place) draw(place);
}
