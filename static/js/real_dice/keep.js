// The button that keeps a finished game under My games.

import { useState } from "preact/hooks";

import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { send } from "./verdict.js";

/** `kept`: where the game is, if it is kept; `address`: where its `card` is sent; `note(facts)` stores where it is; `children`: behind a problem. */
export function Keep({ kept, address, card, note, children }) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (kept) return html`<a class="button secondary" href=${kept}><${Icon} name="check" />${gettext("Kept: its page")}</a>`;
  const keep = async () => {
    if (busy) return;
    setBusy(true);
    try {
      note({ kept: (await send(address, card)).address });
    } catch (error) {
      setProblem(error.message);
    }
    setBusy(false);
  };
  return html`
    <button type="button" class="button secondary" aria-disabled=${busy ? "true" : undefined} onClick=${keep}><${Icon} name="log" />${gettext("Keep under My games")}</button>
    ${problem && html`<p class="errors" role="alert">${problem} ${children}</p>`}
  `;
}
