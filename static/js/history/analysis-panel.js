// The tab with the analysis.

import { render } from "preact";

import { Analysis } from "../analysis/costly-choices.js";
import { html } from "../ui/html.js";
import { data, found, mine, pages } from "./state.js";

function Panel() {
  return html`<${Analysis} found=${found.value} data=${data} mine=${mine} pages=${pages} />`;
}

/** Draw the tab. */
export function open() {
  const place = document.getElementById("analysis-content");
  render(html`<${Panel} />`, place);
}
