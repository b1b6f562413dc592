// The help dialog: the rules in brief, and the keyboard shortcuts.

import { signal } from "@preact/signals";

import { gettext } from "../../language/language.js";
import { page } from "../../net/page-data.js";
import { Dialog } from "../../ui/dialog.js";
import { html } from "../../ui/html.js";
import { Icon } from "../../ui/icon.js";
import { openTextMode } from "../text/text-mode.js";

export const helpOpen = signal(false);

const KEYS = [
  [["1", "–", "5"], gettext("hold or release a die")],
  [["R", gettext("or"), "Space"], gettext("roll")],
  [["H"], gettext("hint (unrated games only)")],
  [["↑", "↓", "←", "→"], gettext("move between open boxes")],
  [["Enter"], gettext("choose the box; press it again to score")],
  [["Esc"], gettext("undo the choice of a box")],
  [["C"], gettext("chat")],
  [["/"], gettext("text mode")],
  [["?"], gettext("list of keys")],
];
const WORDS = new Set(["–", gettext("or")]);

function Keys({ keys }) {
  return keys.map((key) => (WORDS.has(key) ? html` ${key} ` : html`<kbd>${key}</kbd> `));
}

export function Help() {
  if (!helpOpen.value) return null;
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
        ${gettext("Roll up to three times a turn. Before each new roll, tap the dice you want to keep. Then score your dice in one open box: your card shows what they are worth in each.")}
      </p>
      <p class="cluster">
        <a href=${page.rules} target="_blank" rel="noopener">${gettext("Full rules")}</a>
        <button type="button" class="button secondary small" data-theme-toggle>
          <${Icon} name="theme" />${gettext("Light or dark")}
        </button>
        <button type="button" class="button secondary small" onClick=${typing}>${gettext("Text mode")}</button>
      </p>
      <h3>${gettext("Keys")}</h3>
      <dl class="keys">
        ${KEYS.map(([keys, does]) => html`<div><dt><${Keys} keys=${keys} /></dt><dd>${does}</dd></div>`)}
      </dl>
    <//>
  `;
}
