// "One tap": the bar that counts down while a tapped box can still be undone.

import { useEffect, useState } from "preact/hooks";

import { gettext, interpolate } from "../../language/language.js";
import { serverNow } from "../../net/server-time.js";
import { UNDO_MS } from "../../scorecard/choice.js";
import { html } from "../../ui/html.js";

const TICK_MS = 200;

/** `words`: what will happen; `until`: server time in ms. */
export function UndoBar({ words, until, onUndo }) {
  const [left, setLeft] = useState(until - serverNow());
  useEffect(() => {
    const tick = () => setLeft(until - serverNow());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  const style = { "--left": Math.max(0, left / UNDO_MS) };
  return html`
    <div class="actions undo-bar" style=${style}>
      <p class="undo-words">${words}</p>
      <button type="button" class="button large secondary" aria-keyshortcuts="Escape" onClick=${onUndo}>
        <span>${gettext("Undo")}</span>
        <small class="number" aria-hidden="true">
          ${interpolate(gettext("%(seconds)s s"), { seconds: Math.max(1, Math.ceil(left / 1000)) })}
        </small>
      </button>
    </div>
  `;
}
