// What works where the network lets the site pass, but not the live connection. Loaded when it is needed.

import { gettext } from "../language/language.js";
import { html } from "./html.js";

/** `words`: what is wrong. `state`: of the connection. `onRetry` tries again. */
export function Blocked({ words, state, onRetry }) {
  const trying = state === "connecting";
  return html`
    <div class="notice warn no-connection" role="status">
      <p><b>${words}</b> ${gettext("Tables need it. Try another network, such as mobile data.")}</p>
      <p>${gettext("These work here:")} <a href="/scorecard/">${gettext("Scorecard for real dice")}</a>, <a href="/puzzles/">${gettext("Puzzles")}</a>, <a href="/analysis/">${gettext("Analysis board")}</a></p>
      <button type="button" class="button secondary small" aria-disabled=${trying ? "true" : undefined} onClick=${onRetry}>${trying ? gettext("Trying…") : gettext("Try again")}</button>
    </div>
  `;
}
