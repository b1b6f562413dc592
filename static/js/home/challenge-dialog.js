// The dialog that challenges a player.

import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { gettext, interpolate } from "../language/language.js";
import { ask } from "../net/commands.js";
import { page, storedName } from "../net/page-data.js";
import { clockWords } from "../ui/clock-text.js";
import { Dialog } from "../ui/dialog.js";
import { html } from "../ui/html.js";
import { announce } from "../ui/live-region.js";
import { ensureName } from "./commands.js";
import { chosenSettings } from "./play-form.js";
import { mayBeRated } from "./settings.js";
import { you } from "./state.js";

const variants = JSON.parse(page.variants);
const clocks = JSON.parse(page.clocks);
const hasAccount = Boolean(page.account);
const target = signal(null); // the name to fill in, perhaps ""; null while the dialog is closed

/** Open the dialog with `name` filled in. */
export function openChallenge(name) {
  target.value = name;
}

function close() {
  target.value = null;
}

/** Send the challenge. Resolves to null, or to an error message. */
async function send(form) {
  const values = Object.fromEntries(new FormData(form));
  const wrong = await ensureName(values.me ?? "");
  if (wrong !== null) return wrong;
  const name = values.name.trim();
  const clock = Number(values.clock) || null;
  const refusal = await ask({ type: "challenge", name, variant: values.variant, clock, rated: "rated" in values });
  if (refusal === null) announce(interpolate(gettext("Challenge sent to %(name)s."), { name }));
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
        maxlength=${page.nameLength}
        autocomplete="off"
        spellcheck="false"
        value=${value}
      />
    </div>
  `;
}

function Settings({ settings }) {
  const [clock, setClock] = useState(settings.clock);
  const rateable = mayBeRated(clock, hasAccount);
  const why = hasAccount ? gettext("Rated games need a clock.") : gettext("Sign up to play rated games.");
  return html`
    <div class="field">
      <label for="challenge-variant">${gettext("Game")}</label>
      <select id="challenge-variant" name="variant">
        ${variants.map(([id, name]) => html`<option value=${id} selected=${id === settings.variant}>${gettext(name)}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="challenge-clock">${gettext("Clock")}</label>
      <select id="challenge-clock" name="clock" onChange=${(event) => setClock(Number(event.target.value) || null)}>
        ${clocks.map((clock) => html`<option value=${clock ?? ""} selected=${clock === settings.clock}>${clockWords(clock)}</option>`)}
      </select>
    </div>
    <label class="switch">
      <input
        type="checkbox"
        name="rated"
        checked=${settings.rated}
        disabled=${!rateable}
        aria-describedby="challenge-rated-hint"
      /><span>${gettext("Rated")}</span>
    </label>
    <p class="hint" id="challenge-rated-hint">${rateable ? "" : why}</p>
  `;
}

function ChallengeForm() {
  const [settings] = useState(chosenSettings);
  const [nameless] = useState(you.value.player === null);
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
    <${Dialog} title=${gettext("Challenge a player")} onClose=${close}>
      <form class="form" onSubmit=${submit}>
        <${NameField} id="challenge-name" name="name" label=${gettext("Player")} value=${target.value} />
        <${Settings} settings=${settings} />
        ${nameless && html`<${NameField} id="challenge-me" name="me" label=${gettext("Your name")} value=${storedName()} />`}
        <p class="errors" role="alert">${problem}</p>
        <div class="dialog-actions">
          <button type="button" class="button quiet" onClick=${close}>${gettext("Cancel")}</button>
          <button class="button" disabled=${busy}>${gettext("Send the challenge")}</button>
        </div>
      </form>
    <//>
  `;
}

export function ChallengeDialog() {
  return target.value === null ? null : html`<${ChallengeForm} />`;
}
