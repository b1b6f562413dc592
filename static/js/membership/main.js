// The settings page.

import { render } from "preact";

import { install } from "../app/install.js";
import { showPush } from "../notifications/push-panel.js";
import { watchVolume } from "../sound/cue.js";
import { html } from "../ui/html.js";
import { SettingsPanel } from "./panel.js";

const place = document.getElementById("settings");
place.replaceChildren();
render(html`<${SettingsPanel} />`, place);
watchVolume();

// Save a drawing as soon as it is chosen. Without scripts there is a button.
const avatars = document.getElementById("avatars");
avatars?.addEventListener("change", () => avatars.requestSubmit());

showPush();

// The browser may say at any time that it can install the site: js/ui/first-paint.js keeps its event.
const panel = document.getElementById("install-panel");
const showInstall = () => (panel.hidden = !globalThis.installEvent);
addEventListener("beforeinstallprompt", showInstall);
showInstall();
document.getElementById("install").addEventListener("click", async () => {
  await install();
  showInstall();
});
