// The dialog that challenges a player. The server renders its form.

import { gettext, interpolate } from "../language/language.js";
import { ask } from "../net/commands.js";
import { announce } from "../ui/live-region.js";
import { choose, houseRules, refresh, storedWish } from "../ui/table-form.js";
import { ensureName } from "./commands.js";
import { nameField, typedName } from "./play-form.js";

const dialog = document.getElementById("challenge");
const form = dialog.querySelector("form");
const fields = form.elements;
const problem = document.getElementById("challenge-problem");

/** Open the dialog with `name` filled in, perhaps "". */
export function openChallenge(name) {
  fields.player.value = name;
  problem.textContent = "";
  choose(form, storedWish());
  refresh(form);
  dialog.showModal();
}

/** Send the challenge. Resolves to null, or to an error message. */
async function send() {
  const name = fields.player.value.trim();
  if (!name) return gettext("Please enter a name.");
  const wrong = await ensureName(typedName(), nameField, problem);
  if (wrong !== null) return wrong;
  const clock = Number(fields.clock.value) || null;
  const rated = Boolean(fields.rated?.checked);
  const settings = { variant: fields.variant.value, switches: houseRules(form), clock, rated };
  const refusal = await ask({ type: "challenge", name, ...settings });
  if (refusal === null) announce(interpolate(gettext("Challenge sent to %(name)s."), { name }));
  return refusal;
}

/** Start the dialog. */
export function watchChallenge() {
  const button = form.querySelector("[type=submit]");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    const wrong = await send();
    button.disabled = false;
    problem.textContent = wrong ?? "";
    if (wrong === null) dialog.close();
    else fields.player.focus();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest("[data-close]")) dialog.close();
  });
}
