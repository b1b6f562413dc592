// Loud warnings: the server showed something about the dice that cannot be right.

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { warnings } from "./sealing.js";

function Warning({ title, kind, texts }) {
  if (texts.length === 0) return null;
  return html`
    <div class=${`notice ${kind} fair-warning`} role="alert">
      <${Icon} name="shield" />
      <div class="stack tight">
        <b>${title}</b>
        ${texts.map((text) => html`<p key=${text}>${text}</p>`)}
        <p><a href=${page.fair}>${gettext("What this means")}</a></p>
      </div>
    </div>
  `;
}

export function Warnings() {
  const texts = (doubts) => warnings.value.filter(({ doubt }) => doubt === doubts).map(({ text }) => text);
  return html`
    <${Warning} title=${gettext("The dice may not be fair")} kind="error" texts=${texts(false)} />
    <${Warning} title=${gettext("About your seed")} kind="warn" texts=${texts(true)} />
  `;
}
