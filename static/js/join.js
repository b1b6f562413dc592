// Taking a seat. A stranger types a name first and becomes a guest.

import { useState } from "preact/hooks";

import { becomeGuest, LONGEST_NAME } from "./guest.js";
import { html } from "./html.js";
import { ask } from "./moves.js";
import { storedName } from "./page.js";
import { newSeed } from "./seed.js";
import { you } from "./state.js";

let reconnect = () => {};

/** Give what connects the socket anew, with the new session. */
export function reconnectBy(given) {
  reconnect = given;
}

/** Take the seat, or the first free one. */
export function sit(seat) {
  ask({ type: "sit", seed: newSeed(), ...(seat === undefined ? {} : { seat }) });
}

function NameForm({ label }) {
  const [name, setName] = useState(storedName());
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const wrong = await becomeGuest(name.trim());
    setBusy(false);
    setError(wrong ?? "");
    if (wrong) return;
    sit(); // waits in the outbox for the new connection
    reconnect();
  };
  return html`
    <form class="join" onSubmit=${submit}>
      <div class="field">
        <label for="join-name">Your name</label>
        <div class="input-row">
          <input
            id="join-name"
            autocomplete="nickname"
            required
            maxlength=${LONGEST_NAME}
            value=${name}
            aria-invalid=${error ? "true" : undefined}
            aria-describedby="join-error"
            onInput=${(event) => setName(event.target.value)}
          />
          <button class="button" disabled=${busy || !name.trim()}>${label}</button>
        </div>
        <p id="join-error" class="errors" role="alert">${error}</p>
      </div>
    </form>
  `;
}

/** The way to a seat for somebody who has none. */
export function Join({ label = "Take a seat" }) {
  if (you.value.player === null) return html`<${NameForm} label=${label} />`;
  return html`
    <p class="join">
      <button type="button" class="button large" onClick=${() => sit()}>${label}, ${you.value.name}</button>
    </p>
  `;
}
