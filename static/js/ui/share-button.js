// A button that shares a text and a link: with the device's share sheet where there is one, else by the clipboard.

import { useEffect, useRef, useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { html } from "./html.js";
import { Icon } from "./icon.js";
import { CANCELLED, COPIED, FAILED, SHARED, share, wholeText } from "./sharing.js";

const COPIED_MS = 2200;

/** The text, selected for the person to copy, if even copying is refused. */
function Text({ whole }) {
  const field = useRef(null);
  useEffect(() => field.current.select(), []);
  return html`<div class="field"><textarea ref=${field} readonly rows="4" aria-label=${gettext("Text to copy")} value=${whole}></textarea></div>`;
}

/** `text` and `link` are shared together; `style`: more classes of the button. */
export function ShareButton({ text, link, style = "secondary" }) {
  const [done, setDone] = useState("");
  const press = async () => {
    const became = await share({ text, link });
    setDone(became === SHARED || became === CANCELLED ? "" : became);
    if (became === COPIED) setTimeout(() => setDone(""), COPIED_MS);
  };
  return html`
    <button type="button" class=${`button ${style}`} onClick=${press}>
      <${Icon} name=${done === COPIED ? "check" : "share"} /><span aria-live="polite">${done === COPIED ? gettext("Copied") : gettext("Share")}</span>
    </button>
    ${done === FAILED && html`<${Text} whole=${wholeText({ text, link })} />`}
  `;
}
