// Adds a passkey on the settings page, and shows one: to sign in, or before a change. Both are hidden where the browser has no passkeys.

import { gettext } from "../language/language.js";
import { post } from "../net/posting.js";

const isKnown = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON && window.PublicKeyCredential?.parseRequestOptionsFromJSON);

/** Post `fields`; return what the server says. Throws an Error with words for people. */
async function ask(address, fields = {}) {
  const { answer, problem } = await post(address, fields);
  if (answer === null) throw new Error(problem);
  return answer;
}

function show(place, error) {
  place.hidden = false;
  // What browsers say when somebody cancels is of no use to people.
  place.textContent = error.name === "NotAllowedError" ? gettext("That did not work. Please try again.") : error.message;
}

function addOnSubmit(panel, form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(form));
    try {
      const options = await ask(panel.dataset.options);
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = await navigator.credentials.create({ publicKey });
      await ask(panel.dataset.add, { name, password, answer: JSON.stringify(made.toJSON()) });
      location.reload();
    } catch (error) {
      show(form.querySelector("[data-problem]"), error);
    }
  });
}

function showOnClick(button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const next = button.form.elements.next?.value ?? "";
    try {
      const options = await ask(button.dataset.options);
      const found = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      const answer = await ask(button.dataset.passkey, { next, answer: JSON.stringify(found.toJSON()) });
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
