// What the page of one game's mistakes shows while the game is analysed, and after the last puzzle.

import { useEffect } from "preact/hooks";

import { statusWords, useAnalysis } from "../analysis/data.js";
import { gettext } from "../language/language.js";
import { html } from "../ui/html.js";
import { endWords, practice, root, startAgain } from "./state.js";

function Pending() {
  const { status } = useAnalysis(root.dataset.analysis);
  useEffect(() => {
    if (status === "ready") location.reload();
  }, [status]);
  return html`<p class="muted" role="status">${statusWords(status)}</p>`;
}

/** `heading`: the ref of the heading. */
export function PracticeEnd({ heading }) {
  return html`
    <div class="empty puzzle-empty">
      ${practice.pending ? html`<${Pending} />` : html`<h1 tabindex="-1" ref=${heading}>${endWords()}</h1>`}
      <p class="cluster">
        ${practice.puzzles.length > 0 && html`<button type="button" class="button" onClick=${startAgain}>${gettext("Try again")}</button>`}
        <a class="button secondary" href=${root.dataset.game}>${gettext("Back to the game")}</a>
      </p>
    </div>
  `;
}
