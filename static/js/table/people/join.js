// Taking a seat. Visitors without a name type one first, which signs them in as guests.

import { useState } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { signInAsGuest } from "../../net/guest.js";
import { page, storedName } from "../../net/page-data.js";
import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { ask } from "../moves/commands.js";
import { seedFields } from "../seeds/sealing.js";
import { isUnwelcome, myRoomSeat, room, you } from "../state/state.js";
import { takeSeatRequest } from "./seat-request.js";

let reconnect = () => {};

/** Set the function that reconnects the socket with the new session. */
export function setReconnect(restart) {
  reconnect = restart;
}

/** Take the first free seat. */
export function sit() {
  ask({ type: "sit", ...seedFields() });
}

/** Take a seat at once if the home page asked for it. Visitors without a name type one first. */
export function sitIfRequested() {
  const { code, rated, status } = room.value;
  const may = you.value.player !== null && !(rated && you.value.guest);
  if (takeSeatRequest(code) && may && !myRoomSeat.value && status !== "playing") sit();
}

function NameForm({ label, onSit }) {
  const [name, setName] = useState(storedName());
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const wrong = await signInAsGuest(name.trim(), event.target.querySelector("input"));
    setBusy(false);
    setError(wrong ?? "");
    if (wrong) return;
    onSit(); // a command stays in the outbox until the new connection
    reconnect();
  };
  return html`
    <form class="join" onSubmit=${submit}>
      <div class="field">
        <label for="join-name">${gettext("Your name")}</label>
        <div class="input-row">
          <input
            id="join-name"
            placeholder=${gettext("Your name")}
            autocomplete="nickname"
            enterkeyhint="go"
            required
            maxlength=${page.nameLength}
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

/** Shown after staff have closed the table. */
export function Ended() {
  return html`
    <p class="notice" role="status">
      ${gettext("A moderator has closed this table.")} <a href=${page.home}>${gettext("Home page")}</a>
    </p>
  `;
}

/** Guests cannot sit at a rated table. */
function AccountsOnly() {
  const known = you.value.player !== null;
  return html`
    <p class="join">
      ${gettext("Rated games need accounts.")}${" "}
      ${known ? html`<a href=${page.keep}>${gettext("Keep your name with a password")}</a>` : html`<a href=${page.signUp}>${gettext("Sign up")}</a> · <a href=${page.signIn}>${gettext("Sign in")}</a>`}
    </p>
  `;
}

/** What a visitor without a seat needs to take one. `onSit`: what the button does. */
export function Join({ label = gettext("Take a seat"), onSit = () => sit() }) {
  if (room.value.ended) return html`<${Ended} />`;
  if (isUnwelcome.value) return null; // the banner has said why
  if (room.value.rated && you.value.guest) return html`<${AccountsOnly} />`;
  if (you.value.player === null) return html`<${NameForm} label=${label} onSit=${onSit} />`;
  return html`
    <p class="join">
      <button type="button" class="button large" onClick=${onSit}><span>${label}, ${named(you.value.name)}</span></button>
    </p>
  `;
}
