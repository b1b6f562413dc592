// Loud warnings: the server showed something about the dice that cannot be right.

import { page } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { warnings } from "./sealing.js";

export function Warnings() {
  if (warnings.value.length === 0) return null;
  return html`
    <div class="notice error fair-warning" role="alert">
      <${Icon} name="shield" />
      <div class="stack tight">
        <b>The dice may not be fair</b>
        ${warnings.value.map(({ text }) => html`<p key=${text}>${text}</p>`)}
        <p>Your browser recorded it. <a href=${page.fair}>What this means</a></p>
      </div>
    </div>
  `;
}
