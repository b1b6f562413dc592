// The page of the settings about the table.

import { render } from "preact";

import { watchVolume } from "../sound/cue.js";
import { html } from "../ui/html.js";
import { SettingsPanel } from "./panel.js";

const place = document.getElementById("settings");
place.replaceChildren();
render(html`<${SettingsPanel} />`, place);
watchVolume();
