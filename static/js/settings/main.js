// The settings page.

import { render } from "preact";

import { watchVolume } from "../sound/cue.js";
import { html } from "../ui/html.js";
import { SettingsPanel } from "./panel.js";

const place = document.getElementById("settings");
place.replaceChildren();
render(html`<${SettingsPanel} />`, place);
watchVolume();

// A drawing that is chosen is saved at once; without scripts there is a button.
const avatars = document.getElementById("avatars");
avatars?.addEventListener("change", () => avatars.requestSubmit());
