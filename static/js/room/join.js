// Taking a seat. A stranger types a name first and becomes a guest.

import { useState } from "preact/hooks";

import { newSeed } from "../fairness/seed.js";
import { becomeGuest, LONGEST_NAME } from "../net/guest.js";
import { page, storedName } from "../net/page-data.js";
import { html } from "../ui/html.js";
import { ask } from "./commands.js";
import { takeSeatWish } from "./seat-request.js";
import { myChair, room, you } from "./state.js";

let reconnect = () => {};

/** Give what connects the socket anew, with the new session. */
export function reconnectBy(given) {
  reconnect = given;
}

/** Take the seat, or the first free one. */
export function sit(seat) {
  ask({ type: "sit", seed: newSeed(), ...(seat === undefined ? {} : { seat }) });
}

/** Sit down at once if that is what I came for. Strangers give a name first, as always. */
export function sitAsWished() {
  const { code, rated, status } = room.value;
  const may = you.value.player !== null && !(rated && you.value.guest);
  if (takeSeatWish(code) && may && !myChair.value && status !== "playing") sit();
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

/** Staff have closed the table. */
export function Ended() {
  return html`
    <p class="notice" role="status">
      The people who run this site have closed this table. <a href=${page.home}>Find another one</a>
    </p>
  `;
}

/** A rated table takes guests as watchers only. */
function AccountsOnly() {
  const known = you.value.player !== null;
  return html`
    <p class="join">
      This table is rated, so it is for people with an account.${" "}
      <a href=${known ? page.keep : page.signUp}>${known ? "Keep your name with a password" : "Make one"}</a>
      ${!known && html` or <a href=${page.signIn}>sign in</a>`}; you come back here. You are welcome to watch.
    </p>
  `;
}

/** The way to a seat for somebody who has none. */
export function Join({ label = "Take a seat" }) {
  if (room.value.ended) return html`<${Ended} />`;
  if (room.value.rated && you.value.guest) return html`<${AccountsOnly} />`;
  if (you.value.player === null) return html`<${NameForm} label=${label} />`;
  return html`
    <p class="join">
      <button type="button" class="button large" onClick=${() => sit()}>${label}, ${you.value.name}</button>
    </p>
  `;
}
