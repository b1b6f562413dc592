// The switch for the notices of this device, on the page of the settings about notices. Plain DOM.

import { gettext, interpolate } from "../language/language.js";
import { siteName } from "../language/site-name.js";
import { areNoticesOn, noteNotices } from "./notices.js";
import { canPush, isAppleBrowser, isSubscribed, subscribe, unsubscribe } from "./push.js";

/** Why this browser cannot notify anybody; "" if it can. */
function obstacle() {
  if (globalThis.Notification === undefined) {
    if (isAppleBrowser()) return interpolate(gettext("To be notified, add %(site)s to your home screen: tap Share, then “Add to Home Screen”."), { site: siteName });
    return gettext("This browser can’t notify you.");
  }
  return Notification.permission === "denied" ? gettext("Your browser blocks notifications from this site.") : "";
}

/** Turn them on or off. Return whether it worked. */
async function change(on) {
  let told = "";
  if (!on) {
    told = await unsubscribe().catch(() => null); // the browser refuses
  } else {
    if (canPush()) told = await subscribe();
    else await Notification.requestPermission();
    // Where there is no push service, an open tab still can tell.
    if (Notification.permission === "granted") told ??= "";
    else told = null;
  }
  if (told === null) return false;
  noteNotices(on);
  const sentence = document.getElementById("told"); // missing if only an open tab can tell this player
  if (told && sentence) sentence.textContent = told;
  return true;
}

async function show() {
  const input = Object.assign(document.createElement("input"), { type: "checkbox" });
  input.setAttribute("role", "switch");
  const hint = Object.assign(document.createElement("span"), { className: "hint" });
  hint.setAttribute("role", "status");
  const words = document.createElement("span");
  words.append(gettext("Notify me on this device"), hint);
  const label = Object.assign(document.createElement("label"), { className: "switch setting-switch" });
  label.append(input, words);
  const draw = async (worked = true) => {
    input.checked = areNoticesOn();
    input.disabled = obstacle() !== "";
    hint.textContent = obstacle() || (worked ? "" : gettext("That did not work. Please try again later."));
    if (worked && input.checked && !(await isSubscribed())) hint.textContent = gettext("While a table is open in a tab.");
  };
  let isBusy = false;
  input.addEventListener("change", async () => {
    if (isBusy) return;
    isBusy = true;
    await draw(await change(input.checked));
    isBusy = false;
  });
  await draw();
  document.getElementById("device").replaceChildren(label);
}

show();
