// The list of keys, and the rules in a nutshell.

import { signal } from "@preact/signals";

import { page } from "../net/page-data.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";

export const helpOpen = signal(false);

const KEYS = [
  [["1", "–", "5"], "hold a die, or let it go"],
  [["R", "or", "Space"], "roll"],
  [["H"], "a hint, in games that are not rated"],
  [["↑", "↓", "←", "→"], "move through the boxes on offer"],
  [["Enter"], "write the points into the box"],
  [["Esc"], "think again"],
  [["C"], "chat"],
  [["?"], "this list"],
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
        Roll up to three times. Tap the dice you want to hold; they move onto the rail and stay there. Then write the
        roll into one box of your card: the points of each open box are shown.
      </p>
      <p class="cluster">
        <a href=${page.rules} target="_blank" rel="noopener">All the rules</a>
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
