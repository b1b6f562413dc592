// One die: a cube with six faces that CSS rotates to show its value.

import { gettext, interpolate } from "../language/language.js";
import { html } from "./html.js";

const FACES = [1, 2, 3, 4, 5, 6];

function Face({ value }) {
  const pips = Array.from({ length: value }, () => html`<i></i>`);
  return html`<span class="die-face" data-value=${value}>${pips}</span>`;
}

function Cube({ face }) {
  return html`
    <span class="die-scene" aria-hidden="true">
      <span class="die-shadow"></span>
      <span class="die-cube" data-face=${face ?? "none"}>
        ${FACES.map((value) => html`<${Face} value=${value} />`)}
      </span>
    </span>
  `;
}

function label({ position, face, held, moving }) {
  const value = moving ? gettext("rolling") : (face ?? gettext("not rolled yet"));
  const words = held ? gettext("Die %(position)s: %(value)s, held") : gettext("Die %(position)s: %(value)s");
  return interpolate(words, { position: position + 1, value });
}

/**
 * `face` is 1 to 6, or null before the first roll. `moving` is "", "tumbling" or "landing".
 * With `onToggle` it is a button that holds or releases the die.
 */
export function Die({ position, face, held, moving, stale, onToggle }) {
  const name = label({ position, face, held, moving: moving === "tumbling" });
  const classes = ["die", held && "held", moving, stale && "stale", face === null && "blank"];
  const inner = html`
    <${Cube} face=${face} />
    <span class="die-tag" aria-hidden="true">${held ? gettext("Held") : ""}</span>
  `;
  const common = { class: classes.filter(Boolean).join(" "), "aria-label": name };
  return onToggle
    ? html`<button type="button" ...${common} aria-pressed=${held} onClick=${onToggle}>${inner}</button>`
    : html`<span role="img" ...${common}>${inner}</span>`;
}
