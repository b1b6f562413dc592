// Text mode: play by typed commands. The announcements for screen readers become visible, with a field
// for commands below them. There is one live region, whether text mode is on or off.

import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { focusOn } from "../../ui/focus.js";
import { html } from "../../ui/html.js";
import { announce, LiveRegion, spoken } from "../../ui/live-region.js";
import { gamePart } from "../state/parts.js";
import { keepEarlyKeys, takeEarlyKeys } from "./early-keys.js";

const KEY = "text-mode";

function stored() {
  try {
    return localStorage.getItem(KEY) === "on";
  } catch {
    return false; // storage may be disabled
  }
}

function store(on) {
  try {
    if (on) localStorage.setItem(KEY, "on");
    else localStorage.removeItem(KEY);
  } catch {
    return;
  }
}

const textMode = signal(stored());
const commandField = signal(null); // the component, once it is loaded

async function load() {
  const { loadCommands } = await gamePart.load();
  const { CommandField } = await loadCommands();
  commandField.value = CommandField;
}

/** Load what text mode needs if it was on when the page was last open. */
export function watchTextMode() {
  effect(() => {
    if (textMode.value) load();
  });
}

function focusField() {
  const field = document.getElementById("text-command");
  field?.focus();
  const lines = takeEarlyKeys();
  if (!field) return;
  for (const line of lines.slice(0, -1)) {
    field.value = line;
    field.form.requestSubmit();
  }
  if (lines.at(-1)) field.value = lines.at(-1);
}

/** Show text mode and focus its field. */
export function openTextMode() {
  if (textMode.value) return focusField();
  textMode.value = true;
  store(true);
  announce(`${gettext("Text mode")}. ${gettext("Type help")}.`);
  keepEarlyKeys();
  // The field is drawn in the next frame. If it is missing, the table gets the keys again.
  return load().finally(() => requestAnimationFrame(focusField));
}

/** Hide text mode; the focus returns to the table. */
export function closeTextMode() {
  textMode.value = false;
  store(false);
  focusTable();
}

/** Move the focus to the table. */
export function focusTable() {
  const table = document.querySelector(".tray, .result");
  if (table) focusOn(table);
}

/** The live region of the page; with text mode on, a panel at its end. */
export function TextMode() {
  const on = textMode.value && commandField.value !== null;
  const lines = useRef(null);
  const count = spoken.value.length && spoken.value.at(-1).id;
  useEffect(() => {
    document.body.classList.toggle("text-mode-on", on);
  }, [on]);
  useEffect(() => {
    if (!on) return; // reading the height would make the browser lay out the page
    const region = lines.current.querySelector(".live-region");
    region.scrollTop = region.scrollHeight;
  }, [count, on]);
  return html`
    <section class=${on ? "text-mode" : ""} aria-label=${on ? gettext("Text mode") : gettext("Announcements")} ref=${lines}>
      <${LiveRegion} visible=${on} />
      ${on && html`<${commandField.value} />`}
    </section>
  `;
}
