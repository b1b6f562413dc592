// Adds a passkey on the settings page, and shows one: to sign in, or before a change. Both are hidden where the browser has no passkeys.

import { gettext } from "../language/language.js";
import { post } from "../net/posting.js";

const LEAVING_MS = 5000; // the page is going away; if somebody stops that, its buttons work again
const isKnown = Boolean(window.PublicKeyCredential?.parseCreationOptionsFromJSON && window.PublicKeyCredential?.parseRequestOptionsFromJSON);

/** What the server says against it, in words for people. */
class Refused extends Error {}

/** Post `fields`; return what the server says. Throws `Refused`. */
async function ask(address, fields = {}) {
  const { answer, problem } = await post(address, fields);
  if (answer === null) throw new Refused(problem);
  return answer;
}

function show(place, error) {
  place.hidden = false;
  // What browsers say is of no use to people, such as when somebody cancels.
  place.textContent = error instanceof Refused ? error.message : gettext("That did not work. Please try again later.");
  if (!(error instanceof Refused || error instanceof DOMException)) console.error(error);
}

let pressed = null; // the button whose work is under way: a browser asks for one passkey at a time, and a challenge works once

function release() {
  pressed?.removeAttribute("aria-disabled");
  pressed = null;
}

/** Do `work`, which ends with another page, for the press of a button; say in `place` why it failed. Ignore other presses meanwhile. */
async function press(button, place, work) {
  if (pressed) return;
  pressed = button;
  button.setAttribute("aria-disabled", "true");
  place.hidden = true;
  try {
    await work();
    setTimeout(release, LEAVING_MS);
  } catch (error) {
    release();
    show(place, error);
  }
}

function addOnSubmit(panel, form) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, password } = Object.fromEntries(new FormData(form));
    press(form.querySelector("[type=submit]"), form.querySelector("[data-problem]"), async () => {
      const options = await ask(panel.dataset.options);
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = await navigator.credentials.create({ publicKey });
      await ask(panel.dataset.add, { name, password, answer: JSON.stringify(made.toJSON()) });
      location.reload();
    });
  });
}

function showOnClick(button) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const next = button.form.elements.next?.value ?? "";
    press(button, button.form.querySelector("[data-problem]"), async () => {
      const options = await ask(button.dataset.options);
      const found = await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
      const answer = await ask(button.dataset.passkey, { next, answer: JSON.stringify(found.toJSON()) });
      location.assign(answer.next);
    });
  });
}

const panel = document.getElementById("passkeys");
const form = document.getElementById("passkey-form");
if (form && isKnown) addOnSubmit(panel, form);
else if (form) form.hidden = true;
if (isKnown) document.querySelectorAll("[data-passkey]").forEach(showOnClick);
else for (const note of document.querySelectorAll("[data-no-passkeys]")) note.hidden = false;
addEventListener("pageshow", ({ persisted }) => persisted && release()); // by the Back button
