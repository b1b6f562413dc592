// Adds a passkey on the settings page, and shows one: to sign in, or before a change. Both are hidden where the browser has no passkeys.

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

function addOnSubmit(panel, form) {
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
      show(form.querySelector("[data-problem]"), error);
    }
  });
}

function showOnClick(button) {
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
      show(button.form.querySelector("[data-problem]"), error);
    }
  });
}

const panel = document.getElementById("passkeys");
const form = document.getElementById("passkey-form");
if (form && isKnown) addOnSubmit(panel, form);
else if (form) form.hidden = true;
if (isKnown) document.querySelectorAll("[data-passkey]").forEach(showOnClick);
else for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = false;
