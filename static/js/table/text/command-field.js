// The field of text mode for typed commands.

import { useEffect, useRef } from "preact/hooks";

import { gettext } from "../../language/language.js";
import { html } from "../../ui/html.js";
import { announce, type } from "../../ui/live-region.js";
import { onQuit, runLine } from "./commands.js";
import { refusedTyped } from "../state/draft.js";
import { closeTextMode, focusTable } from "./text-mode.js";

const LONGEST = 250;

const before = []; // typed lines, for the arrow keys

onQuit(closeTextMode);

function run(line) {
  type(line);
  before.push(line);
  const answer = runLine(line);
  if (answer) announce(answer);
}

export function CommandField() {
  const field = useRef(null);
  const at = useRef(0);
  const refused = refusedTyped.value;
  useEffect(() => {
    if (refused && field.current.value === "") field.current.value = `say ${refused.text}`;
  }, [refused]);
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
