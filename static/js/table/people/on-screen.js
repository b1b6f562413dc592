// "Show on a screen": the button of the waiting room, and the dialog, whose code comes when it is opened.

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { useCode } from "../../ui/use-code.js";
import { screenOpen } from "../state/dialogs.js";

/** The dialog, while it is open. */
export function OnScreen() {
  const code = useCode(() => import("./screen-dialog.js"), screenOpen.value);
  return screenOpen.value && code && html`<${code.ScreenDialog} />`;
}

/** In the waiting room: a button among the facts of the table. */
export function ScreenBadge() {
  return html`
    <button type="button" class="badge fair-badge" aria-haspopup="dialog" onClick=${() => (screenOpen.value = true)}>
      <${Icon} name="screen" />${gettext("Show on a screen")}
    </button>
  `;
}
