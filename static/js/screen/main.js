// The page of a table on a TV, a projector or a stream. Nothing on it can be clicked, and it may stay open for days.

import { render } from "preact";

import { gettext } from "../language/language.js";
import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { wake, watch } from "../watching/channel.js";
import { keepAwake } from "./awake.js";
import { Celebration, watchMoments } from "./celebration.js";
import { Evening, followEvening } from "./evening.js";
import { mayHear, parts } from "./options.js";
import { learnPeople } from "./people.js";
import { startSounds } from "./sounds.js";
import { Stage } from "./stage.js";

function followTheNetwork() {
  addEventListener("online", wake);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
}

function Screen() {
  const opening = parts === null ? html`<p class="screen-link">${gettext("Opening the table…")}</p>` : null;
  const below = page.evening ? html`<${Evening} />` : null;
  return html`<${Stage} empty=${opening} below=${below} over=${html`<${Celebration} />`} />`;
}

learnPeople();
watchMoments();
render(html`<${Screen} />`, document.getElementById("screen"));
followTheNetwork();
watch(page.code, page.socket);
if (parts === null) keepAwake();
if (page.evening) followEvening();
if (mayHear) startSounds();
