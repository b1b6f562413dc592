// The help dialog: the rules in brief, and the keyboard shortcuts.

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { helpOpen } from "../state/dialogs.js";
import { rulesAddress } from "../state/state.js";
import { openTextMode } from "../text/text-mode.js";

const KEYS = [
  [["1", "–", "5"], gettext("Hold or release a die")],
  [["R", "/", "Space"], gettext("Roll the dice")],
  [["H"], gettext("Hint")],
  [["↑", "↓", "←", "→"], gettext("Move between boxes")],
  [["Enter"], gettext("Choose a box, then score it")],
  [["Esc"], gettext("Undo")],
  [["C"], gettext("Chat")],
  [["/"], gettext("Text mode")],
];
// A phone has no keys.
const isTouched = matchMedia("(hover: none) and (pointer: coarse)");
const isWord = (key, keys) => keys.length === 3 && (key === "–" || key === "/");

function Keys({ keys }) {
  return keys.map((key) => (isWord(key, keys) ? html` ${key} ` : html`<kbd>${key}</kbd> `));
}

export function HelpDialog() {
  const close = () => {
    helpOpen.value = false;
  };
  const typing = () => {
    close();
    openTextMode();
  };
  return html`
    <${Dialog} title=${gettext("How to play")} onClose=${close}>
      <p>
        ${gettext("Roll up to three times. Before each new roll, tap the dice you want to keep. Then score in one open box.")}
      </p>
      <p class="cluster">
        <a href=${rulesAddress(page.rules)} target="_blank" rel="noopener">${gettext("Full rules")}</a>
        <button type="button" class="button secondary small" onClick=${typing}>${gettext("Text mode")}</button>
      </p>
      <details class="fold" open=${!isTouched.matches}>
        <summary>${gettext("Keys")}</summary>
        <dl class="keys fold-body">
          ${KEYS.map(([keys, does]) => html`<div><dt><${Keys} keys=${keys} /></dt><dd>${does}</dd></div>`)}
        </dl>
      </details>
    <//>
  `;
}
