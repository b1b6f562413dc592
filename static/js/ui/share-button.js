// A button that shares a text and a link: with the device's share sheet where there is one, else by the clipboard.

import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { copyText } from "./clipboard.js";
import { html } from "./html.js";
import { Icon } from "./icon.js";

const COPIED_MS = 2200;

/** `text` and `link` are shared together; `style`: more classes of the button. */
export function ShareButton({ text, link, style = "secondary" }) {
  const [copied, setCopied] = useState(false);
  const share = async () => {
    // Closing the share sheet rejects the promise.
    if (navigator.share) return navigator.share({ text, url: link }).catch(() => {});
    if (!(await copyText(`${text}\n${link}`))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return html`
    <button type="button" class=${`button ${style}`} onClick=${share}>
      <${Icon} name=${copied ? "check" : "share"} /><span aria-live="polite">${copied ? gettext("Copied") : gettext("Share")}</span>
    </button>
  `;
}
