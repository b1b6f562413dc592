// Text mode: play by typed commands. The announcements for screen readers become visible, with a field
// for commands below them. There is one live region, whether text mode is on or off.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import { gettext } from "../language/language.js";
import { focusOn } from "../ui/focus.js";
import { html } from "../ui/html.js";
import { announce, LiveRegion, spoken, type } from "../ui/live-region.js";
import { onQuit, runLine } from "./commands.js";

const KEY = "text-mode";
const LONGEST = 250;

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

const before = []; // typed lines, for the arrow keys

function focusField() {
  document.getElementById("text-command")?.focus();
}

/** Show text mode and focus its field. */
export function openTextMode() {
  if (textMode.value) return focusField();
  textMode.value = true;
  store(true);
  announce(gettext("Text mode. Type help to hear the commands."));
  return requestAnimationFrame(focusField);
}

/** Hide text mode; the focus returns to the table. */
function closeTextMode() {
  textMode.value = false;
  store(false);
  focusTable();
}

function focusTable() {
  const table = document.querySelector(".tray, .result");
  if (table) focusOn(table);
}

onQuit(closeTextMode);

function run(line) {
  type(line);
  before.push(line);
  const answer = runLine(line);
  if (answer) announce(answer);
}

function CommandField() {
  const field = useRef(null);
  const at = useRef(0);
  const submit = (event) => {
    event.preventDefault();
    const line = field.current.value;
    field.current.value = "";
    if (line.trim()) run(line);
    at.current = before.length;
  };
  const recall = (event) => {
    if (event.key === "Escape") return focusTable();
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return undefined;
    event.preventDefault();
    at.current = Math.max(0, Math.min(before.length, at.current + step));
    field.current.value = before[at.current] ?? "";
    return undefined;
  };
  return html`
    <form class="input-row" onSubmit=${submit}>
      <input
        ref=${field}
        id="text-command"
        class="input"
        aria-label=${gettext("Command")}
        placeholder=${gettext("Type help")}
        autocomplete="off"
        autocapitalize="none"
        spellcheck=${false}
        enterkeyhint="send"
        maxlength=${LONGEST}
        onKeyDown=${recall}
      />
      <button class="button secondary">${gettext("Send")}</button>
      <button type="button" class="button quiet" onClick=${closeTextMode}>${gettext("Close")}</button>
    </form>
  `;
}

/** The live region of the page; with text mode on, a panel at its end. */
export function TextMode() {
  const on = textMode.value;
  const lines = useRef(null);
  const count = spoken.value.length && spoken.value.at(-1).id;
  useEffect(() => {
    document.body.classList.toggle("text-mode-on", on);
  }, [on]);
  useEffect(() => {
    const region = lines.current.querySelector(".live-region");
    region.scrollTop = region.scrollHeight;
  }, [count, on]);
  return html`
    <section class=${on ? "text-mode" : ""} aria-label=${on ? gettext("Text mode") : gettext("Announcements")} ref=${lines}>
      <${LiveRegion} visible=${on} />
      ${on && html`<${CommandField} />`}
    </section>
  `;
}
