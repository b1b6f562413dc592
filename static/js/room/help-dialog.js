// The help dialog: the rules in brief, and the keyboard shortcuts.

import { signal } from "@preact/signals";

import { page } from "../net/page-data.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";

export const helpOpen = signal(false);

const KEYS = [
  [["1", "–", "5"], "hold or release a die"],
  [["R", "or", "Space"], "roll"],
  [["H"], "hint (unrated games only)"],
  [["↑", "↓", "←", "→"], "move between open boxes"],
  [["Enter"], "score the selected box"],
  [["Esc"], "cancel the selection"],
  [["C"], "chat"],
  [["?"], "list of keys"],
];
const WORDS = new Set(["–", "or"]);

function Keys({ keys }) {
  return keys.map((key) => (WORDS.has(key) ? html` ${key} ` : html`<kbd>${key}</kbd> `));
}

export function Help() {
  if (!helpOpen.value) return null;
  const close = () => {
    helpOpen.value = false;
  };
  return html`
    <${Dialog} title="How to play" onClose=${close}>
      <p>
        Roll up to three times a turn. Before each new roll, tap the dice you want to keep. Then score your dice in one
        open box: your card shows what they are worth in each.
      </p>
      <p class="cluster">
        <a href=${page.rules} target="_blank" rel="noopener">Full rules</a>
        <button type="button" class="button secondary small" data-theme-toggle>
          <${Icon} name="theme" />Light or dark
        </button>
      </p>
      <h3>Keys</h3>
      <dl class="keys">
        ${KEYS.map(([keys, does]) => html`<div><dt><${Keys} keys=${keys} /></dt><dd>${does}</dd></div>`)}
      </dl>
    <//>
  `;
}
