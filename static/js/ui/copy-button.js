// A button that copies a text and confirms it.

import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { copyText } from "./clipboard.js";
import { html } from "./html.js";
import { Icon } from "./icon.js";

const COPIED_MS = 2200;

export function CopyButton({ text, label }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return html`
    <button type="button" class="button small secondary" onClick=${copy}>
      <${Icon} name=${copied ? "check" : "copy"} /><span aria-live="polite">${copied ? gettext("Copied") : label}</span>
    </button>
  `;
}
