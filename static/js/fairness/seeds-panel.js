// The promise behind the coming game's dice, and my own share in them, before the first roll.

import { useState } from "preact/hooks";

import { ask } from "../room/commands.js";
import { myChair, room } from "../room/state.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { asSeed } from "./seed.js";

function SeedField() {
  const [typed, setTyped] = useState(null);
  const { seed } = myChair.value;
  const save = (event) => {
    event.preventDefault();
    if (typed) ask({ type: "seed", seed: typed });
    setTyped(null);
  };
  return html`
    <form class="field" onSubmit=${save}>
      <label for="seed">Your seed</label>
      <div class="input-row">
        <input
          id="seed"
          class="code"
          value=${typed ?? seed}
          spellcheck="false"
          autocomplete="off"
          onInput=${(event) => setTyped(asSeed(event.target.value))}
        />
        <button class="button secondary" disabled=${!typed || typed === seed}>Set</button>
      </div>
      <p class="hint">Any letters and digits you like. Your browser made this one up.</p>
    </form>
  `;
}

export function SeedsPanel() {
  return html`
    <details class="fold">
      <summary><${Icon} name="shield" />The dice are fair, and you can check them</summary>
      <div class="fold-body stack">
        <p>
          The server has already drawn the secret that the dice will come from, and shows its fingerprint now. Every
          player adds a seed. After the game the secret is shown, and anybody can check that each die follows from it.
        </p>
        <div>
          <p class="eyebrow">Fingerprint of the secret</p>
          <p class="code">${room.value.next.commitment}</p>
        </div>
        ${myChair.value && html`<${SeedField} />`}
      </div>
    </details>
  `;
}
