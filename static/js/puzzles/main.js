// The page of puzzles: one position after the other, judged by the server.

import { effect } from "@preact/signals";
import { render } from "preact";

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import { listenToKeys } from "./keys.js";
import { data, isLocked, practice, rating, replaceSeen, root } from "./state.js";
import { Count, Streak, Table } from "./table.js";

/** The player's rating in puzzles; nothing for visitors without a name. */
function Rating() {
  if (rating.value === null) return null;
  return html`<p class="puzzle-rating"><span>${gettext("Rating")}</span> <b class="number">${rating.value}</b></p>`;
}

render(html`<${Table} /><${LiveRegion} />`, root);
const standing = practice ? Count : data.streak ? Streak : Rating;
render(html`<${standing} />`, document.getElementById("puzzle-standing"));
if (data.streak) {
  effect(() => {
    document.getElementById("puzzle-variants").hidden = isLocked.value;
    document.getElementById("puzzle-locked").hidden = !isLocked.value;
  });
}
listenToKeys();
replaceSeen();
