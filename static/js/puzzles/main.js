// The page of puzzles: one position after the other, judged by the server.

import { render } from "preact";

import { html } from "../ui/html.js";
import { LiveRegion } from "../ui/live-region.js";
import { listenToKeys } from "./keys.js";
import { Rating } from "./rating.js";
import { data, replaceSeen, root } from "./state.js";
import { Streak, Table } from "./table.js";

render(html`<${Table} /><${LiveRegion} />`, root);
render(data.streak ? html`<${Streak} />` : html`<${Rating} />`, document.getElementById("puzzle-standing"));
listenToKeys();
replaceSeen();
