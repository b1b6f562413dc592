// Asking one player for a game.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { LONGEST_NAME } from "../net/guest.js";
import { page, storedName } from "../net/page-data.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { announce } from "../ui/live-region.js";
import { ask, introduce } from "./commands.js";
import { chosenWish } from "./play-form.js";
import { CLOCKS, clockWords, mayBeRated } from "./settings.js";
import { you } from "./state.js";

const variants = JSON.parse(page.variants);
const hasAccount = Boolean(page.account);
const target = signal(null); // whom to ask ("" for not decided), or null: the dialog is closed

/** Open the dialog, for the player called `name` if it is not empty. */
export function openChallenge(name) {
  target.value = name;
}

function close() {
  target.value = null;
}

/** Send what the form says. Resolves to null, or to what is wrong. */
async function send(form) {
  const said = Object.fromEntries(new FormData(form));
  const wrong = await introduce(said.me ?? "");
  if (wrong !== null) return wrong;
  const name = said.name.trim();
  const clock = Number(said.clock) || null;
  const refusal = await ask({ type: "challenge", name, variant: said.variant, clock, rated: "rated" in said });
  if (refusal === null) announce(`You asked ${name} for a game.`);
  return refusal;
}

function NameField({ id, name, label, value }) {
  return html`
    <div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        name=${name}
        required
        autofocus=${!value}
        maxlength=${LONGEST_NAME}
        autocomplete="off"
        spellcheck="false"
        value=${value}
      />
    </div>
  `;
}

function Wish({ wish }) {
  const [clock, setClock] = useState(wish.clock);
  const rateable = mayBeRated(clock, hasAccount);
  const why = hasAccount ? "Rated games have a clock." : "Rated games are for accounts.";
  return html`
    <div class="field">
      <label for="challenge-variant">Game</label>
      <select id="challenge-variant" name="variant">
        ${variants.map(([id, name]) => html`<option value=${id} selected=${id === wish.variant}>${name}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="challenge-clock">Clock</label>
      <select id="challenge-clock" name="clock" onChange=${(event) => setClock(Number(event.target.value) || null)}>
        ${CLOCKS.map((clock) => html`<option value=${clock ?? ""} selected=${clock === wish.clock}>${clockWords(clock)}</option>`)}
      </select>
    </div>
    <label class="switch">
      <input
        type="checkbox"
        name="rated"
        checked=${wish.rated}
        disabled=${!rateable}
        aria-describedby="challenge-rated-hint"
      /><span>Rated</span>
    </label>
    <p class="hint" id="challenge-rated-hint">${rateable ? "" : why}</p>
  `;
}

function Ask() {
  const [wish] = useState(chosenWish);
  const [stranger] = useState(you.value.player === null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const wrong = await send(event.target);
    setBusy(false);
    setProblem(wrong ?? "");
    if (wrong === null) close();
  };
  return html`
    <${Dialog} title="Challenge a player" onClose=${close}>
      <form class="form" onSubmit=${submit}>
        <${NameField} id="challenge-name" name="name" label="Player" value=${target.value} />
        <${Wish} wish=${wish} />
        ${stranger && html`<${NameField} id="challenge-me" name="me" label="Who are you?" value=${storedName()} />`}
        <p class="errors" role="alert">${problem}</p>
        <div class="dialog-actions">
          <button type="button" class="button quiet" onClick=${close}>Not now</button>
          <button class="button" disabled=${busy}>Send the challenge</button>
        </div>
      </form>
    <//>
  `;
}

export function ChallengeDialog() {
  return target.value === null ? null : html`<${Ask} />`;
}
