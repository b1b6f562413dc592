// Tagged templates for components: html`<p>...</p>` makes Preact elements, no build and no eval.

import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
