// Opens the dialog about a person (person.js), whose code is loaded then.

import { signal } from "@preact/signals";

import { html } from "../../ui/html.js";
import { named } from "../../ui/typed.js";
import { isTold, person } from "./person-state.js";

const code = signal(null);

/** Open the dialog about somebody. `line`: one of their lines of chat. */
export async function openPerson({ player, name, line = null }) {
  isTold.value = "";
  person.value = { player, name, line: line?.id ?? null, text: line?.text ?? "" };
  code.value ??= await import("./person.js");
}

/** The name of somebody, as a button that opens the dialog. */
export function PersonButton({ player, name, line = null }) {
  return html`<button type="button" class="person-button" onClick=${() => openPerson({ player, name, line })}>${named(name)}</button>`;
}

export function Person() {
  return person.value && code.value && html`<${code.value.PersonDialog} />`;
}
