// The page of the settings about the player.

import { install } from "../app/install.js";
import { post } from "../net/posting.js";
import { tellTimeZone } from "../settings/time-zone.js";

tellTimeZone().catch(() => {}); // without a connection: the next page tries again

// Save a drawing as soon as it is chosen, one after the other, so that the last choice stays. Without scripts there is a
// button; it also shows what went wrong.
const avatars = document.getElementById("avatars");
let saving = Promise.resolve();
let choices = 0;
avatars?.addEventListener("change", () => {
  const fields = new FormData(avatars);
  const number = ++choices;
  saving = saving.then(async () => {
    const { answer } = await post(avatars.action, fields, { keepalive: true });
    if (number < choices) return;
    if (answer) location.reload();
    else avatars.submit();
  });
});

// A link may lead to one of the forms.
const linked = location.hash && document.getElementById(location.hash.slice(1));
if (linked instanceof HTMLDetailsElement) linked.open = true;

// The browser may say at any time that it can install the site: js/ui/first-paint.js keeps its event.
const panel = document.getElementById("install-panel");
const showInstall = () => (panel.hidden = !globalThis.installEvent);
addEventListener("beforeinstallprompt", showInstall);
showInstall();
document.getElementById("install").addEventListener("click", async () => {
  await install();
  showInstall();
});
