// The part of the settings page that turns notifications of this device on and off. Plain DOM.

import { gettext } from "../language/language.js";
import { canPush, isAppleBrowser, isSubscribed, pushPermission, subscribe, unsubscribe } from "./push.js";

function words(isOn, failed) {
  if (!globalThis.PushManager || !navigator.serviceWorker) {
    if (isAppleBrowser()) return gettext("First add Yacht to your home screen: tap Share, then “Add to Home Screen”.");
    return gettext("This browser can’t notify you while the site is closed.");
  }
  if (pushPermission() === "denied") return gettext("Your browser blocks notifications from this site. You can allow them in the browser’s settings.");
  if (failed) return gettext("That did not work. Please try again later.");
  return isOn ? gettext("This device gets notifications.") : gettext("This device gets none yet.");
}

function draw({ status, button }, isOn, failed = false) {
  status.textContent = words(isOn, failed);
  button.hidden = !canPush() || pushPermission() === "denied";
  button.className = isOn ? "button small secondary" : "button small";
  button.textContent = isOn ? gettext("Turn off on this device") : gettext("Tell me when it’s my turn");
}

/** Turn notifications on or off; return whether it worked. */
function change(isOn) {
  if (!isOn) return subscribe();
  return unsubscribe().then(
    () => true,
    () => false, // the browser refuses
  );
}

/** Draw it, where the page has a place for it. */
export async function showPush() {
  const place = document.getElementById("push");
  if (!place) return;
  // Never replace these elements: the button keeps the focus, and a change of the text is announced.
  const status = Object.assign(document.createElement("p"), { className: "hint" });
  status.setAttribute("role", "status");
  const button = Object.assign(document.createElement("button"), { type: "button", hidden: true });
  place.replaceChildren(status, button);
  let isOn = await isSubscribed();
  let isBusy = false;
  button.addEventListener("click", async () => {
    if (isBusy) return;
    isBusy = true;
    button.setAttribute("aria-disabled", "true");
    const worked = await change(isOn);
    isOn = await isSubscribed();
    draw({ status, button }, isOn, !worked && pushPermission() === "granted");
    button.removeAttribute("aria-disabled");
    isBusy = false;
  });
  draw({ status, button }, isOn);
}
