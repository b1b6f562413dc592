// The page of puzzles: one position after the other, judged by the server.

import { effect } from "@preact/signals";
import { render } from "preact";

import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import { listenToKeys } from "./keys.js";
import { Rating } from "./rating.js";
import { data, isLocked, replaceSeen, root } from "./state.js";
import { Streak, Table } from "./table.js";

render(html`<${Table} /><${LiveRegion} />`, root);
render(data.streak ? html`<${Streak} />` : html`<${Rating} />`, document.getElementById("puzzle-standing"));
if (data.streak) {
  effect(() => {
    document.getElementById("puzzle-variants").hidden = isLocked.value;
    document.getElementById("puzzle-locked").hidden = !isLocked.value;
  });
}
listenToKeys();
replaceSeen();
