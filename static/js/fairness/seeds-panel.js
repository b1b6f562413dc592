// Before a game: the fingerprint of its secret, and the player's own seed.

import { useState } from "preact/hooks";

import { ask } from "../room/commands.js";
import { myRoomSeat, room } from "../room/state.js";
import { html } from "../ui/html.js";
import { Icon } from "../ui/icon.js";
import { asSeed } from "./seed.js";

function SeedField() {
  const [typed, setTyped] = useState(null);
  const { seed } = myRoomSeat.value;
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
      <p class="hint">Any letters and digits. Your browser generated this one.</p>
    </form>
  `;
}

export function SeedsPanel() {
  return html`
    <details class="fold">
      <summary><${Icon} name="shield" />Fair dice that you can check</summary>
      <div class="fold-body stack">
        <p>
          The server has already chosen the secret behind the dice and publishes its fingerprint now. Every player adds a
          seed. After the game the server reveals the secret, and anyone can check every die.
        </p>
        <div>
          <p class="eyebrow">Fingerprint of the secret</p>
          <p class="code">${room.value.next.commitment}</p>
        </div>
        ${myRoomSeat.value && html`<${SeedField} />`}
      </div>
    </details>
  `;
}
