// Adds a passkey on the settings page, and signs in with one. Both parts are hidden where the browser has no passkeys.

import { gettext } from "../language/language.js";

const isKnown = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON && window.PublicKeyCredential?.parseRequestOptionsFromJSON);

async function post(address, fields) {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error?.message ?? gettext("That did not work. Please try again."));
  return found;
}

function show(place, error) {
  place.hidden = false;
  // What browsers say when somebody cancels is of no use to people.
  place.textContent = error.name === "NotAllowedError" ? gettext("That did not work. Please try again.") : error.message;
}

function addOnSubmit(panel) {
  const form = panel.querySelector("#passkey-form");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { csrfmiddlewaretoken: token, name, password } = Object.fromEntries(new FormData(form));
    try {
      const options = await post(panel.dataset.options, { csrfmiddlewaretoken: token });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = await navigator.credentials.create({ publicKey });
      await post(panel.dataset.add, { csrfmiddlewaretoken: token, name, password, answer: JSON.stringify(made.toJSON()) });
      location.reload();
    } catch (error) {
      show(form.querySelector("[role=alert]"), error);
    }
  });
}

function signInOnClick(button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const token = button.form.elements.csrfmiddlewaretoken.value;
    const next = button.form.elements.next?.value ?? "";
    try {
      const options = await post(button.dataset.options, { csrfmiddlewaretoken: token });
      const found = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      const answer = await post(button.dataset.passkey, { csrfmiddlewaretoken: token, next, answer: JSON.stringify(found.toJSON()) });
      location.assign(answer.next);
    } catch (error) {
      show(document.getElementById("passkey-problem"), error);
    }
  });
}

const panel = document.getElementById("passkeys");
if (panel && isKnown) addOnSubmit(panel);
else if (panel) panel.hidden = true;
const button = document.querySelector("[data-passkey]");
if (button && isKnown) signInOnClick(button);
