// "Show on a screen": the address of this table for a TV, a projector or a stream, as a link and a QR code.

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { CopyButton } from "../../ui/copy-button.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { screenOpen } from "../state/dialogs.js";

export function ScreenDialog() {
  const address = new URL(page.screen, location.href).href;
  return html`
    <${Dialog} title=${gettext("Show on a screen")} onClose=${() => (screenOpen.value = false)} name="plain">
      <section class="invite">
        <p class="muted">${gettext("Open this address on a TV, a projector or in your streaming program. Everybody in the room sees the dice and all cards.")}</p>
        <input class="input" readonly value=${address} aria-label=${gettext("Address of the screen")} onFocus=${(event) => event.target.select()} />
        <div class="cluster">
          <a class="button small" href=${address} target="_blank" rel="noopener"><${Icon} name="screen" />${gettext("Open it here")}</a>
          <${CopyButton} text=${address} label=${gettext("Copy link")} />
        </div>
        <img class="qr shown" src=${page.screenQr} width="220" height="220" loading="lazy" alt=${gettext("QR code of the screen")} />
      </section>
    <//>
  `;
}
