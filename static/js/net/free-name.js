// A name that is taken: the button that puts a free one into the field.

import { gettext, interpolate } from "../language/language.js";

const BUTTON = "[data-free-name]";

/** Put the free name into the field. */
function use(field, name) {
  field.value = name;
  field.removeAttribute("aria-invalid");
  // Components keep what is typed.
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Go on where something is still to be typed, or at the field; in a dialog without it, at the button that sends. */
function goOn(form, field) {
  const empty = [...form.elements].find((each) => each.required && !each.value);
  const next = form === field.form ? field : form.querySelector("[type=submit]");
  (empty ?? next).focus();
}

function watch(button, field) {
  const remove = () => button.remove();
  button.addEventListener("click", (event) => {
    event.preventDefault();
    const { form } = button;
    use(field, button.value);
    goOn(form, field);
    remove();
  });
  field.addEventListener("input", remove, { once: true });
}

/** Offer a free name below the field with one that is taken, or at another place of a form. */
export function offerName(field, name, place = field.closest(".field")) {
  place.querySelector(BUTTON)?.remove();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button secondary small free-name";
  button.dataset.freeName = "";
  button.value = name;
  button.textContent = interpolate(gettext("Use “%(name)s”"), { name });
  place.append(button);
  watch(button, field);
}

// Those that came with the page: without this module, they send the form.
for (const button of document.querySelectorAll(BUTTON)) {
  const field = button.closest(".field")?.querySelector("input");
  if (field) watch(button, field);
}
