// The tab with the analysis.

import { render } from "preact";

import { Analysis } from "../analysis/analysis.js";
import { html } from "../ui/html.js";
import { all, at, data, found, pages } from "./state.js";

function Panel() {
  return html`<${Analysis} found=${found.value} all=${all} at=${at.value} data=${data} pages=${pages} />`;
}

/** Draw the tab. */
export function open() {
  const place = document.getElementById("analysis-content");
  place.replaceChildren();
  render(html`<${Panel} />`, place);
}
