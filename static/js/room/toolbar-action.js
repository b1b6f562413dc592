// A button with a picture in the bar at the top of a room.

import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";

export function Action({ name, label, onClick, kind = "" }) {
  return html`
    <button type="button" class=${`icon-button ${kind}`} aria-label=${label} title=${label} onClick=${onClick}>
      <${Icon} name=${name} />
    </button>
  `;
}
