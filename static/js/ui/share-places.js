// Buttons for what a page offers to share: elements with `data-share` (the text) and `data-share-link`.

import { render } from "preact";

import { html } from "./html.js";
import { ShareButton } from "./share-button.js";

for (const place of document.querySelectorAll("[data-share]")) {
  const { share, shareLink, shareStyle } = place.dataset;
  render(html`<${ShareButton} text=${share} link=${shareLink} style=${shareStyle} />`, place);
}
