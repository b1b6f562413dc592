// The help dialog, whose code comes when it is opened.

import { html } from "../../ui/html.js";
import { useCode } from "../../ui/use-code.js";
import { helpOpen } from "../state/dialogs.js";

export function Help() {
  const code = useCode(() => import("./help-dialog.js"), helpOpen.value);
  return helpOpen.value && code && html`<${code.HelpDialog} />`;
}
